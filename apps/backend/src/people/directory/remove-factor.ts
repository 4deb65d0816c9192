import { type PersonOfOffice } from '@despacho/contracts/dispatch';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type PlatformServices } from '#platform/services.ts';
import { deleteFactor } from '../factors/own-factor.ts';
import { requireAccount, toPersonOfOffice } from './accounts-repository.ts';
import { lockPersonOfS, requireNotAlone } from './person-of-s.ts';

const OWN = 'Su propio segundo paso se quita en «Mis sesiones»';

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
    for (const did of ['password.linkCreated', 'provider.invited'] as const)
      await requireNotAlone(trx, { caller, person, did, now });
    await deleteFactor(trx, person, { actor: caller, now });
    return toPersonOfOffice(await requireAccount(trx, dispatcher, userId));
  });
}
