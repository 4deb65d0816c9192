import { type PersonOfOffice } from '@despacho/contracts/dispatch';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type PlatformServices } from '#platform/services.ts';
import { deleteProviderLink } from '../providers/provider-link.ts';
import { requireAccount, toPersonOfOffice } from './accounts-repository.ts';
import { lockPersonOfS } from './person-of-s.ts';

const OWN = 'Su propia cuenta se desvincula en «Mis sesiones»';

/**
 * Unlinks a person of the office in the request from their account at the company's provider, voids an open invitation,
 * and signs them out. May be repeated. @returns the person afterwards.
 * @throws Refusal not-found for a user of another office; forbidden for oneself, and without charge S and G01.
 */
export function unlinkProviderOfPerson(
  { db, clock }: Pick<PlatformServices, 'db' | 'clock'>,
  dispatcher: Dispatcher,
  userId: string,
): Promise<PersonOfOffice> {
  return transact(db, async (trx) => {
    const { caller, person } = await lockPersonOfS(trx, dispatcher, userId, OWN);
    await deleteProviderLink(trx, person, { actor: caller, now: clock() });
    return toPersonOfOffice(await requireAccount(trx, dispatcher, userId));
  });
}
