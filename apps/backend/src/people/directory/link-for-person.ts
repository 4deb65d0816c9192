import { type NewPasswordLink } from '@despacho/contracts/dispatch';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { requireModule, seesWholeCompany } from '#platform/person.ts';
import { Refusal } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { requireAccount, requireCaller } from './accounts-repository.ts';
import { lockUsers } from '../users/users-repository.ts';
import { insertPasswordLink } from '../tokens/password-links.ts';

const INACTIVE = 'La cuenta no está activa; actívela primero';
const OWN = 'Para cambiar su propia contraseña use «Mis sesiones»';

/**
 * Creates a reset link for a person of the office in the request. Checks the caller's current permissions: what the
 * gateway stated may be a minute old.
 * @throws Refusal not-found for a user of another office; forbidden for oneself, and without charge S and G01;
 * unprocessable for an account that is not active.
 */
export async function linkForPerson(
  { db, clock }: Pick<PlatformServices, 'db' | 'clock'>,
  dispatcher: Dispatcher,
  userId: string,
): Promise<NewPasswordLink> {
  return transact(db, async (trx) => {
    await lockUsers(trx, [...new Set([(await requireCaller(trx, dispatcher)).id, userId])]);
    // Reread under the locks: a colleague may just have changed either.
    const caller = await requireCaller(trx, dispatcher);
    requireModule(caller, 'G01');
    if (!seesWholeCompany(caller)) throw new Refusal('forbidden', 'Solo el cargo S puede hacer esto');
    const person = await requireAccount(trx, dispatcher, userId);
    if (caller.id === person.id) throw new Refusal('forbidden', OWN);
    if (person.state !== 'active') throw new Refusal('unprocessable', INACTIVE);
    const { secret, expiresAt } = await insertPasswordLink(trx, person, caller, clock());
    return {
      fragment: secret,
      username: person.username,
      user: person.user,
      expiresAt: expiresAt.toISOString(),
    };
  });
}
