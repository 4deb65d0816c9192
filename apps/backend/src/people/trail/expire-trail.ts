import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';

/** Entries removed by a transaction: tens of milliseconds. */
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
      // In a transaction: a server runs a single SELECT read-only.
      const { rows } = await transact(db, (trx) =>
        sql<{ count: number }>`
          select expire_trail(${id}, ${before}::timestamptz, ${BATCH}::integer) as count`.execute(trx),
      );
      count = rows[0]?.count ?? 0;
      removed += count;
    }
  }
  return removed;
}
