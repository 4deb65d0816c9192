import { RESET_MINUTES } from '@despacho/contracts';
import { DISPATCH_OPERATIONS } from '@despacho/contracts/dispatch';
import { type Database } from '#platform/database/open-database.ts';
import { type Person } from '#platform/person.ts';
import { mayActNow } from '../users/may-act.ts';
import { newSecret, secretHash } from '#platform/secrets.ts';
import { lockUsers, people, toPerson } from '../users/users-repository.ts';
import { recordTrail } from '../trail/record-trail.ts';
import { type PasswordActor, placeOf } from './store-password.ts';

/** One-time links by table: the operation that creates them, and the kind of their trail entry. */
const LINKS = {
  password_links: { operation: 'passwords.link', kind: 'password.linkCreated' },
  provider_invitations: { operation: 'people.inviteProvider', kind: 'provider.invited' },
} as const;

export type LinkTable = keyof typeof LINKS;

export interface NewLink {
  secret: string;
  expiresAt: Date;
}

/**
 * Creates a link for a person in the caller's transaction. It replaces an earlier one of the same table.
 * @returns its secret, of which only a hash is stored, and its expiry.
 */
export async function insertLink(
  trx: Database,
  table: LinkTable,
  { person, actor, now }: { person: Person; actor: PasswordActor; now: Date },
): Promise<NewLink> {
  const secret = newSecret();
  const expiresAt = new Date(now.getTime() + RESET_MINUTES * 60_000);
  const row = { secret_hash: secretHash(secret), created_at: now, expires_at: expiresAt, author_id: actor.id };
  await trx.deleteFrom(table).where('expires_at', '<=', now).execute();
  await trx
    .insertInto(table)
    .values({ user_id: person.id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  await recordTrail(trx, { kind: LINKS[table].kind, ...placeOf(person), actor, at: now });
  return { secret, expiresAt };
}

/** @returns the owner of an unexpired link whose author may still create such links; undefined for any other link. */
export async function findLinkOwner(
  db: Database,
  table: LinkTable,
  secret: string,
  now: Date,
): Promise<Person | undefined> {
  const row = await people(db)
    .innerJoin(db.selectFrom(table).selectAll().as('link'), 'link.user_id', 'users.id')
    .where('link.secret_hash', '=', secretHash(secret))
    .where('link.expires_at', '>', now)
    .where('users.state', '=', 'active')
    .where(
      mayActNow(
        { author: 'link.author_id', company: 'companies.id', office: 'offices.id' },
        DISPATCH_OPERATIONS[LINKS[table].operation].policy,
      ),
    )
    .executeTakeFirst();
  return row && toPerson(row);
}

/**
 * Finds the owner as `findLinkOwner`, under the lock of the owner's row, which disabling and moving a person also take first.
 * A concurrent use waits here, and then does not find the link.
 */
export async function lockLinkOwner(
  trx: Database,
  table: LinkTable,
  secret: string,
  now: Date,
): Promise<Person | undefined> {
  const owner = await findLinkOwner(trx, table, secret, now);
  if (owner) await lockUsers(trx, [owner.id]);
  return owner && findLinkOwner(trx, table, secret, now);
}
