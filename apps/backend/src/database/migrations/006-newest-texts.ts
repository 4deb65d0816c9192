import { type Kysely, sql } from 'kysely';

/** Index for an office's newest order texts, independent of other offices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index order_search_newest on order_search (office_id, order_id)`.execute(db);
}
