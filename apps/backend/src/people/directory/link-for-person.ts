import { type NewPasswordLink } from '@despacho/contracts/dispatch';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { Refusal } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { lockPersonOfS, requireNotAlone } from './person-of-s.ts';
import { insertPasswordLink } from '../tokens/password-links.ts';

const INACTIVE = 'La cuenta no está activa; actívela primero';
const OWN = 'Para cambiar su propia contraseña use «Mis sesiones»';

/**
 * Creates a reset link for a person of the office in the request. Checks the caller's current permissions: what the
 * gateway stated may be a minute old.
 * @throws Refusal not-found for a user of another office; forbidden for oneself, and without charge S and G01;
 * unprocessable for an account that is not active, and for somebody who removed or permitted its second factor a short time
 * ago.
 */
export async function linkForPerson(
  { db, clock }: Pick<PlatformServices, 'db' | 'clock'>,
  dispatcher: Dispatcher,
  userId: string,
): Promise<NewPasswordLink> {
  return transact(db, async (trx) => {
    const { caller, person } = await lockPersonOfS(trx, dispatcher, userId, OWN);
    if (person.state !== 'active') throw new Refusal('unprocessable', INACTIVE);
    const now = clock();
    await requireNotAlone(trx, { caller, person, did: ['factor.removed', 'factor.permitted'], now });
    const { secret, expiresAt } = await insertPasswordLink(trx, person, caller, now);
    return {
      fragment: secret,
      username: person.username,
      user: person.user,
      expiresAt: expiresAt.toISOString(),
    };
  });
}
