import { type Kysely, sql } from 'kysely';

/**
 * Creates the search index without a pending list (`fastupdate` off): every search would scan that list, and only a
 * vacuum empties it.
 */
export async function createSearchIndex<S>(db: Kysely<S>): Promise<void> {
  await sql`
    create index order_search_text on order_search using gin (text gin_trgm_ops) with (fastupdate = off)`.execute(db);
}

export async function dropSearchIndex<S>(db: Kysely<S>): Promise<void> {
  await sql`drop index order_search_text`.execute(db);
}
