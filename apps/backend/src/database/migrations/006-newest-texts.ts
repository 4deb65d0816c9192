import { type Kysely, sql } from 'kysely';

/** The texts of an office from its newest order back, whatever other offices have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index order_search_newest on order_search (office_id, order_id)`.execute(db);
}
