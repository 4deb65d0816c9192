import { type PersonOfOffice } from '@despacho/contracts/dispatch';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { Refusal } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { permitSetUp } from '../factors/may-set-up.ts';
import { deleteFactor } from '../factors/own-factor.ts';
import { requireAccount, toPersonOfOffice } from './accounts-repository.ts';
import { lockPersonOfS, requireNotAlone } from './person-of-s.ts';

const LINKS = ['password.linkCreated', 'provider.invited'] as const;
const OWN = 'Su propio segundo paso se quita en «Mis sesiones»';
const OWN_PERMIT = 'Nadie se permite poner el segundo paso a sí mismo; pídalo a otra persona con cargo S';

/**
 * Removes the second factor of a person of the office in the request who lost it, and signs them out. May be repeated.
 * @returns the person afterwards.
 * @throws Refusal not-found for a user of another office; forbidden for oneself, and without charge S and G01;
 * unprocessable for somebody who gave the person a password link or an invitation a short time ago.
 */
export function removeFactorOfPerson(
  { db, clock }: Pick<PlatformServices, 'db' | 'clock'>,
  dispatcher: Dispatcher,
  userId: string,
): Promise<PersonOfOffice> {
  return transact(db, async (trx) => {
    const { caller, person } = await lockPersonOfS(trx, dispatcher, userId, OWN);
    const now = clock();
    await requireNotAlone(trx, { caller, person, did: LINKS, now });
    await deleteFactor(trx, person, { actor: caller, now });
    return toPersonOfOffice(await requireAccount(trx, dispatcher, userId));
  });
}

/**
 * Permits a person of the office in the request to set up a second factor from an address where they never signed in.
 * @throws Refusal as `removeFactorOfPerson`; unprocessable also for an account that is not active, or has a factor.
 */
export function permitFactorOfPerson(
  { db, clock }: Pick<PlatformServices, 'db' | 'clock'>,
  dispatcher: Dispatcher,
  userId: string,
): Promise<{ until: string }> {
  return transact(db, async (trx) => {
    const { caller, person } = await lockPersonOfS(trx, dispatcher, userId, OWN_PERMIT);
    if (person.state !== 'active') throw new Refusal('unprocessable', 'La cuenta no está activa; actívela primero');
    if (person.hasFactor)
      throw new Refusal('unprocessable', 'Ya tiene el segundo paso; si perdió el teléfono, quíteselo');
    const now = clock();
    await requireNotAlone(trx, { caller, person, did: LINKS, now });
    return { until: (await permitSetUp(trx, person, now, caller)).toISOString() };
  });
}
