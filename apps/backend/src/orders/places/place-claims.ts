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

const endOf = (now: Date): Date => new Date(now.getTime() + CLAIM_SECONDS * 1000);

/** Claims an address in the place of the person's claim before, unless somebody else has it. */
export async function claimPlace(trx: Database, dispatcher: Dispatcher, subject: string, now: Date): Promise<void> {
  const { companyId, officeId, sub, user } = dispatcher;
  await sql`
    delete from place_claims
    where office_id = ${officeId} and (person = ${sub} or claimed_until <= ${now}::timestamptz)`.execute(trx);
  await sql`
    insert into place_claims (company_id, office_id, person, user_name, subject, claimed_until)
    values (${companyId}, ${officeId}, ${sub}, ${user}, ${subject}, ${endOf(now)}::timestamptz)
    on conflict do nothing`.execute(trx);
}

/** Prolongs the person's claim on an address. Does nothing if the person has claimed another one since. */
export async function renewClaim(
  db: Database,
  { officeId, sub }: Dispatcher,
  subject: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('place_claims')
    .set({ claimed_until: endOf(now) })
    .where('office_id', '=', officeId)
    .where('person', '=', sub)
    .where('subject', '=', subject)
    .execute();
}

/** Ends the person's claim on an address. Does nothing if the person has claimed another one since. */
export async function releaseClaim(db: Database, { officeId, sub }: Dispatcher, subject: string): Promise<void> {
  await db
    .deleteFrom('place_claims')
    .where('office_id', '=', officeId)
    .where('person', '=', sub)
    .where('subject', '=', subject)
    .execute();
}

/** Deletes the claims that have ended, of people who locate nothing more. */
export async function forgetClaims(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('place_claims').where('claimed_until', '<=', now).execute();
}
