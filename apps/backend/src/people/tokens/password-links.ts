import { type PasswordOutcome } from '@despacho/contracts/password-calls';
import { transact } from '#platform/database/transact.ts';
import { type Person } from '#platform/person.ts';
import { type PlatformServices } from '#platform/services.ts';
import { hashPassword } from '../users/passwords.ts';
import { outcomeOf } from './change-password.ts';
import { checkNewPassword } from '../passwords/check-password.ts';
import { findLinkOwner, insertLink, lockLinkOwner, type NewLink } from './one-time-links.ts';
import { ownerOf, type PasswordActor, storePassword } from './store-password.ts';

/**
 * Creates the link with which a person chooses a new password, once. It replaces an earlier one. Password and sessions
 * stay as they are until it is used.
 * @returns its secret, which is not stored, and its end.
 */
export const createPasswordLink = (
  { db, clock }: Pick<PlatformServices, 'db' | 'clock'>,
  person: Person,
  actor: PasswordActor,
): Promise<NewLink> => transact(db, (trx) => insertLink(trx, 'password_links', { person, actor, now: clock() }));

/**
 * Sets a password with a link, and signs the person out everywhere. A refused password does not consume the link.
 * @returns `void` for an unknown, expired, replaced and used link alike; of two concurrent uses one is `void`.
 */
export async function resetPassword(
  services: Pick<PlatformServices, 'db' | 'clock' | 'providers'>,
  { secret, password }: { secret: string; password: string },
): Promise<PasswordOutcome> {
  const { db, clock } = services;
  const now = clock();
  const person = await findLinkOwner(db, 'password_links', secret, now);
  if (!person) return { outcome: 'void' };
  try {
    await checkNewPassword(services, password, ownerOf(person));
  } catch (error) {
    return outcomeOf(error);
  }
  const passwordHash = await hashPassword(password);
  const used = await transact(db, async (trx) => {
    const owner = await lockLinkOwner(trx, 'password_links', secret, now);
    if (!owner) return undefined;
    // This deletes the link.
    await storePassword(trx, {
      person: owner,
      passwordHash,
      at: now,
      temporary: false,
      actor: owner,
      kind: 'password.linkUsed',
    });
    return owner;
  });
  return used ? { outcome: 'changed', username: used.username, officeId: used.office.id } : { outcome: 'void' };
}
