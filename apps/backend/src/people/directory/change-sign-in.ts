import { type PersonOfOffice } from '@despacho/contracts/dispatch';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { Refusal } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { permitSetUp } from '../factors/may-set-up.ts';
import { deleteFactor } from '../factors/own-factor.ts';
import { deleteProviderLink } from '../providers/provider-link.ts';
import { requireAccount, toPersonOfOffice } from './accounts-repository.ts';
import { lockPersonOfS, type Pair, requireNotAlone } from './person-of-s.ts';

type Needed = Pick<PlatformServices, 'db' | 'clock'>;

const LINKS = ['password.linkCreated', 'provider.invited'] as const;

const OWN = {
  remove: 'Su propio segundo paso se quita en «Mis sesiones»',
  permit: 'Nadie se permite activar el segundo paso a sí mismo; pídalo a otra persona con cargo S',
  unlink: 'Su propia cuenta se desvincula en «Mis sesiones»',
};

/** Runs `work` for a person of the office in the request, under the locks of the person and the caller. */
const change = <T>(
  { db, clock }: Needed,
  dispatcher: Dispatcher,
  userId: string,
  own: string,
  work: (trx: Database, pair: Pair & { now: Date }) => Promise<T>,
): Promise<T> =>
  transact(db, async (trx) => work(trx, { ...(await lockPersonOfS(trx, dispatcher, userId, own)), now: clock() }));

/**
 * Removes the second factor of a person of the office in the request who lost it, and signs them out. May be repeated.
 * @returns the person afterwards.
 * @throws Refusal not-found for a user of another office; forbidden for oneself, and without charge S and G01;
 * unprocessable if the caller gave the person a password link or an invitation a short time ago.
 */
export const removeFactorOfPerson = (
  services: Needed,
  dispatcher: Dispatcher,
  userId: string,
): Promise<PersonOfOffice> =>
  change(services, dispatcher, userId, OWN.remove, async (trx, { caller, person, now }) => {
    await requireNotAlone(trx, { caller, person, did: LINKS, now });
    await deleteFactor(trx, person, { actor: caller, now });
    return toPersonOfOffice(await requireAccount(trx, dispatcher, userId));
  });

/**
 * Permits a person of the office in the request to set up a second factor at an address where they never signed in.
 * @returns until when.
 * @throws Refusal as `removeFactorOfPerson`; unprocessable also for an account that is not active, or has a factor.
 */
export const permitFactorOfPerson = (
  services: Needed,
  dispatcher: Dispatcher,
  userId: string,
): Promise<{ until: string }> =>
  change(services, dispatcher, userId, OWN.permit, async (trx, { caller, person, now }) => {
    if (person.state !== 'active') throw new Refusal('unprocessable', 'La cuenta no está activa; actívela primero');
    if (person.hasFactor)
      throw new Refusal('unprocessable', 'Ya tiene el segundo paso; si perdió el celular, quíteselo');
    await requireNotAlone(trx, { caller, person, did: LINKS, now });
    return { until: (await permitSetUp(trx, person, now, caller)).toISOString() };
  });

/**
 * Unlinks a person of the office in the request from their account at the company's provider, voids an open invitation,
 * and signs them out. May be repeated. @returns the person afterwards.
 * @throws Refusal not-found for a user of another office; forbidden for oneself, and without charge S and G01.
 */
export const unlinkProviderOfPerson = (
  services: Needed,
  dispatcher: Dispatcher,
  userId: string,
): Promise<PersonOfOffice> =>
  change(services, dispatcher, userId, OWN.unlink, async (trx, { caller, person, now }) => {
    await deleteProviderLink(trx, person, { actor: caller, now });
    return toPersonOfOffice(await requireAccount(trx, dispatcher, userId));
  });
