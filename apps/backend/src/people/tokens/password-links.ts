import { type PasswordOutcome } from '@despacho/contracts/password-calls';
import { transact } from '#platform/database/transact.ts';
import { type Person } from '#platform/person.ts';
import { type PlatformServices } from '#platform/services.ts';
import { outcomeOf } from './change-password.ts';
import { allowsPasswords } from '../passwords/allows-passwords.ts';
import { findLinkOwner, insertLink, lockLinkOwner, type NewLink } from './one-time-links.ts';
import { hashNewPassword, type PasswordActor, storePassword } from './store-password.ts';

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
 * @returns `void` for an unknown, expired, replaced and used link alike, and in a company that does not allow passwords; of
 * two concurrent uses one is `void`.
 */
export async function resetPassword(
  services: Pick<PlatformServices, 'db' | 'clock' | 'providers'>,
  { secret, password }: { secret: string; password: string },
): Promise<PasswordOutcome> {
  const { db, clock } = services;
  const now = clock();
  const person = await findLinkOwner(db, 'password_links', secret, now);
  if (!person || !(await allowsPasswords(db, person))) return { outcome: 'void' };
  const passwordHash = await hashNewPassword(services, password, person).catch(outcomeOf);
  if (typeof passwordHash !== 'string') return passwordHash;
  return transact(db, async (trx): Promise<PasswordOutcome> => {
    const owner = await lockLinkOwner(trx, 'password_links', secret, now);
    if (!owner) return { outcome: 'void' };
    // This deletes the link.
    await storePassword(trx, {
      person: owner,
      passwordHash,
      at: now,
      temporary: false,
      actor: owner,
      kind: 'password.linkUsed',
    });
    return { outcome: 'changed', username: owner.username, officeId: owner.office.id };
  });
}
