import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';

/** Entries removed by a statement: tens of milliseconds. */
const BATCH = 2000;
const DAY_MS = 86_400_000;

/** Removes the entries of every company that are older than it keeps them. @returns how many. */
export async function expireTrail(db: Database, now: Date, signal?: AbortSignal): Promise<number> {
  const companies = await db.selectFrom('companies').select(['id', 'trail_days']).execute();
  let removed = 0;
  for (const { id, trail_days: days } of companies) {
    const before = new Date(now.getTime() - days * DAY_MS);
    let count = BATCH;
    while (count === BATCH && signal?.aborted !== true) {
      const { rows } = await sql<{ count: number }>`
        select expire_trail(${id}, ${before}::timestamptz, ${BATCH}::integer) as count`.execute(db);
      count = rows[0]?.count ?? 0;
      removed += count;
    }
  }
  return removed;
}
