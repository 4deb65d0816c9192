import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';

/** Keeps autovacuum from changing statistics, or reading pages, while a test counts. */
export async function stopAutovacuum(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'`.execute(db);
  for (const { name } of rows) await sql`alter table ${sql.table(name)} set (autovacuum_enabled = off)`.execute(db);
}

async function counted(db: Database): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ pages: number }>`
    select sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0)
      + coalesce(toast_blks_read + toast_blks_hit + tidx_blks_read + tidx_blks_hit, 0))::float8 as pages
    from pg_statio_user_tables`.execute(db);
  return rows[0]?.pages ?? NaN;
}

/**
 * @param db the only connection to a database.
 * @returns how many pages of tables and indexes some work reads, from memory or disk. Unlike time it does not depend on
 * what else the machine does.
 */
export async function pagesRead(db: Database, work: () => Promise<unknown>): Promise<number> {
  const before = await counted(db);
  await work();
  return (await counted(db)) - before;
}
