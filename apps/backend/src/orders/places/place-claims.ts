import { CLAIM_SECONDS } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';

/** @returns the claim of another person on an address; undefined if it is free. */
export const findClaim = (
  db: Database,
  { officeId, sub }: Dispatcher,
  subject: string,
  now: Date,
): Promise<{ user_name: string } | undefined> =>
  db
    .selectFrom('place_claims')
    .select('user_name')
    .where('office_id', '=', officeId)
    .where('subject', '=', subject)
    .where('person', '<>', sub)
    .where('claimed_until', '>', now)
    .executeTakeFirst();

/** Releases the person's claim, and claims an address unless somebody else has it. */
export async function claimPlace(
  trx: Database,
  { companyId, officeId, sub, user }: Dispatcher,
  subject: string | null,
  now: Date,
): Promise<void> {
  await sql`
    delete from place_claims
    where office_id = ${officeId} and (person = ${sub} or claimed_until <= ${now}::timestamptz)`.execute(trx);
  if (subject === null) return;
  const until = new Date(now.getTime() + CLAIM_SECONDS * 1000);
  await sql`
    insert into place_claims (company_id, office_id, person, user_name, subject, claimed_until)
    values (${companyId}, ${officeId}, ${sub}, ${user}, ${subject}, ${until}::timestamptz)
    on conflict do nothing`.execute(trx);
}

/** Deletes the claims that have ended, of people who locate nothing more. */
export async function forgetClaims(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('place_claims').where('claimed_until', '<=', now).execute();
}
