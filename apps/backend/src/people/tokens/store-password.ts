import { type Database } from '#platform/database/open-database.ts';
import { type Person } from '#platform/person.ts';
import { checkNewPassword } from '../passwords/check-password.ts';
import { type PasswordRules } from '../passwords/least-length.ts';
import { recordTrail, type TrailEntry } from '../trail/record-trail.ts';
import { hashPassword } from '../users/passwords.ts';
import { deleteLinks } from './delete-links.ts';
import { deleteTokens } from './delete-tokens.ts';

/** Who changed a password, or created a link: a user, or the server's operator. */
export type PasswordActor = NonNullable<TrailEntry['actor']>;

interface Stored {
  person: Person;
  passwordHash: string;
  at: Date;
  /** It must be changed at the first sign-in. */
  temporary: boolean;
  actor: PasswordActor;
  kind: Extract<TrailEntry['kind'], `password.${string}`>;
  /** Hash of the token that stays valid. */
  keep?: string | null;
  /** The hash that it replaces: if it has changed meanwhile, nothing is stored. */
  replaces?: string;
}

/**
 * Stores a password hash in the caller's transaction, voids the user's links, and revokes their tokens.
 * @returns how many tokens were revoked; undefined if another change came first.
 */
export async function storePassword(
  trx: Database,
  { person, passwordHash, at, temporary, actor, kind, keep = null, replaces }: Stored,
): Promise<number | undefined> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ password_hash: passwordHash, must_change_password: temporary, password_changed_at: at })
    .where('id', '=', person.id)
    .where('office_id', '=', person.office.id)
    .$if(replaces !== undefined, (query) => query.where('password_hash', '=', replaces ?? ''))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  await deleteLinks(trx, person.id);
  const revoked = await deleteTokens(trx, person.id, keep);
  await recordTrail(trx, { kind, ...placeOf(person), actor, details: { temporary }, at });
  return revoked;
}

/** @returns the hash of a person's new password. @throws Refusal as `checkNewPassword`. */
export async function hashNewPassword(
  rules: PasswordRules,
  password: string,
  { username, user: name, office }: Person,
): Promise<string> {
  await checkNewPassword(rules, password, { username, name, officeId: office.id, officeName: office.name });
  return hashPassword(password);
}

/** Where the trail records something about a person, and whom it is about. */
export const placeOf = ({ id, companyId, office, user }: Person) => ({
  companyId,
  officeId: office.id,
  subject: { kind: 'user', id, name: user },
});
