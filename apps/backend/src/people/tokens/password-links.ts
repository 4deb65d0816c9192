import { hash, randomBytes } from 'node:crypto';
import { RESET_MINUTES } from '@despacho/contracts';
import { DISPATCH_OPERATIONS } from '@despacho/contracts/dispatch';
import { type PasswordOutcome } from '@despacho/contracts/password-calls';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { type Person } from '#platform/person.ts';
import { type PlatformServices } from '#platform/services.ts';
import { hashPassword } from '../users/passwords.ts';
import { findUser, lockUsers } from '../users/users-repository.ts';
import { mayActNow } from '../users/may-act.ts';
import { outcomeOf } from './change-password.ts';
import { checkNewPassword } from '../passwords/check-password.ts';
import { recordTrail } from '../trail/record-trail.ts';
import { ownerOf, type PasswordActor, placeOf, storePassword } from './store-password.ts';

/** The stored form of a link's secret. With its full entropy, one round of SHA-256 cannot be reversed. */
const secretHash = (secret: string): string => hash('sha256', secret);

/**
 * Creates the link with which a person chooses a new password, once. It replaces an earlier one. Password and sessions
 * stay as they are until it is used.
 * @returns its secret, which is not stored, and its end.
 */
export const createPasswordLink = (
  { db, clock }: Pick<PlatformServices, 'db' | 'clock'>,
  person: Person,
  actor: PasswordActor,
): Promise<NewLink> => transact(db, (trx) => insertPasswordLink(trx, person, actor, clock()));

interface NewLink {
  secret: string;
  expiresAt: Date;
}

/** The same in the transaction of a request. */
export async function insertPasswordLink(
  trx: Database,
  person: Person,
  actor: PasswordActor,
  now: Date,
): Promise<NewLink> {
  const secret = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + RESET_MINUTES * 60_000);
  const row = { secret_hash: secretHash(secret), created_at: now, expires_at: expiresAt, author_id: actor.id };
  await trx.deleteFrom('password_links').where('expires_at', '<=', now).execute();
  await trx
    .insertInto('password_links')
    .values({ user_id: person.id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  await recordTrail(trx, { kind: 'password.linkCreated', ...placeOf(person), actor, at: now });
  return { secret, expiresAt };
}

/** @returns the owner of a valid link: also its author must still be able to create it. */
async function findOwner(db: Database, secret: string, now: Date): Promise<Person | undefined> {
  const link = await db
    .selectFrom('password_links')
    .innerJoin('users as owner', 'owner.id', 'password_links.user_id')
    .innerJoin('offices', 'offices.id', 'owner.office_id')
    .select('user_id')
    .where('secret_hash', '=', secretHash(secret))
    .where('expires_at', '>', now)
    .where(
      mayActNow(
        { author: 'password_links.author_id', company: 'offices.company_id', office: 'owner.office_id' },
        DISPATCH_OPERATIONS['passwords.link'].policy,
      ),
    )
    .executeTakeFirst();
  return link && findUser(db, link.user_id);
}

/**
 * Sets a password with a link, and signs the person out everywhere. A refused password does not consume the link.
 * @returns `void` for an unknown, expired, replaced and used link alike; of two concurrent uses one is `void`.
 */
export async function resetPassword(
  { db, clock }: Pick<PlatformServices, 'db' | 'clock'>,
  { secret, password }: { secret: string; password: string },
): Promise<PasswordOutcome> {
  const now = clock();
  const person = await findOwner(db, secret, now);
  if (!person) return { outcome: 'void' };
  try {
    await checkNewPassword(password, ownerOf(person));
  } catch (error) {
    return outcomeOf(error);
  }
  const passwordHash = await hashPassword(password);
  const used = await transact(db, async (trx) => {
    // Before the link, in the same order as disabling and moving a person.
    await lockUsers(trx, [person.id]);
    const owner = await findOwner(trx, secret, now);
    if (!owner) return undefined;
    const { numDeletedRows } = await trx
      .deleteFrom('password_links')
      .where('secret_hash', '=', secretHash(secret))
      .where('expires_at', '>', now)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return undefined;
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
