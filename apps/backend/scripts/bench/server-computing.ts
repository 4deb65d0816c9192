import { readFile } from 'node:fs/promises';
import { findPostgres } from '@despacho/tooling/machine/programs';
import { sql } from 'kysely';
import { type Database } from '../../src/platform/database/open-database.ts';
import { startPostgres } from '@despacho/tooling/machine/postgres-server';
import { computing } from './in-turns.ts';

/** CPU milliseconds of a process on Linux; 0 for one that has ended. */
async function computedBy(pid: number): Promise<number> {
  const [nanoseconds = ''] = (await readFile(`/proc/${String(pid)}/schedstat`, 'utf8').catch(() => '0')).split(' ');
  return Number(nanoseconds) / 1_000_000;
}

/** CPU milliseconds of each of the database's backends until now. */
async function backends(db: Database): Promise<Map<number, number>> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where backend_type = 'client backend' and datname = current_database()`.execute(
    db,
  );
  return new Map(await Promise.all(rows.map(async ({ pid }) => [pid, await computedBy(pid)] as const)));
}

/**
 * Like `computing` for a server on this machine: CPU milliseconds of this process and of the server's backends, including
 * those that the work begins. An idle one may end meanwhile.
 */
export async function serverComputing(db: Database, work: () => Promise<unknown>): Promise<number> {
  const before = await backends(db);
  let total = await computing(work);
  for (const [pid, computed] of await backends(db)) total += Math.max(0, computed - (before.get(pid) ?? 0));
  return total;
}

/** A temporary PostgreSQL. @throws Error if none is installed. */
export async function startServer(): ReturnType<typeof startPostgres> {
  if (findPostgres() === undefined) throw new Error('No PostgreSQL is installed: install the package "postgresql".');
  return startPostgres();
}
