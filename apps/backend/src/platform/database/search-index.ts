import { type Kysely, sql } from 'kysely';

/**
 * Creates the search index: by office first, so that a search reads no texts of others. Without a pending list
 * (`fastupdate` off): every search would scan that list, and only a vacuum empties it.
 *
 * YugabyteDB has no such index of two columns, and `btree_gin` may be forbidden to the service's user: there the index
 * spans all offices, and the same queries filter its result.
 */
export async function createSearchIndex<S>(db: Kysely<S>): Promise<void> {
  await sql`
    do $$ begin
      create extension if not exists btree_gin;
      create index order_search_text on order_search using gin (office_id, text gin_trgm_ops) with (fastupdate = off);
    exception when feature_not_supported or insufficient_privilege then
      create index order_search_text on order_search using gin (text gin_trgm_ops) with (fastupdate = off);
    end $$`.execute(db);
}

export async function dropSearchIndex<S>(db: Kysely<S>): Promise<void> {
  await sql`drop index order_search_text`.execute(db);
}
