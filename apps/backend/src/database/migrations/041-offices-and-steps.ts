import { type Kysely, sql } from 'kysely';
import { createSearchIndex, dropSearchIndex } from '../search-index.ts';

/**
 * The search index lists texts by office: it spanned those of all offices. Rebuilding it takes two minutes for a million
 * orders. The index of photos by file also sorts them as a store lists its files, so that the sweep reads both in pages.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await dropSearchIndex(db);
  await createSearchIndex(db);
  await sql`create index evidence_in_store on evidence (file text_pattern_ops, id)`.execute(db);
  await sql`drop index evidence_by_file`.execute(db);
}
