import { type Kysely, sql } from 'kysely';

/**
 * What an office used before a person said where a place is, for taking that back; where a file put an order whose door is
 * known elsewhere; and which orders have no key of their door yet.
 */
export async function up<S>(db: Kysely<S>): Promise<void> {
  await sql.raw('alter table places add column former jsonb').execute(db);
  await sql
    .raw('alter table order_details add column other_lat double precision, add column other_lng double precision')
    .execute(db);
  // Orders of earlier releases have no keys of their doors; parsing addresses takes longer than a migration may.
  await sql
    .raw(`insert into meta (key, value)
      select 'doors_to_key_below', (max(id) + 1)::text from order_details having max(id) is not null`)
    .execute(db);
}
