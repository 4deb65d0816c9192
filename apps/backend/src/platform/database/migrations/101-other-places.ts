import { type Kysely, sql } from 'kysely';

/**
 * What an office used before a person said where a place is, for taking that back; and where a file put an order whose
 * door is known elsewhere.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql.raw('alter table places add column former jsonb').execute(db);
  await sql
    .raw('alter table order_details add column other_lat double precision, add column other_lng double precision')
    .execute(db);
}
