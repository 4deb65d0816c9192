import { readFile } from 'node:fs/promises';
import { findPostgres } from '@despacho/tooling/machine/programs';
import { sql } from 'kysely';
import { type Database } from '../../src/platform/database/open-database.ts';
import { startPostgres } from '../../test/postgres-server.ts';
import { computing } from './in-turns.ts';

/** CPU nanoseconds of a process on Linux; none are known of a process that has ended. */
async function computedBy(pid: number): Promise<number> {
  const [nanoseconds = ''] = (await readFile(`/proc/${String(pid)}/schedstat`, 'utf8')).split(' ');
  return Number(nanoseconds) / 1_000_000;
}

const sum = (values: number[]): number => values.reduce((total, each) => total + each, 0);

/** Like `computing` for a server on this machine: CPU milliseconds of this process and of the server's backends. */
export async function serverComputing(db: Database, work: () => Promise<unknown>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where backend_type = 'client backend' and datname = current_database()`.execute(
    db,
  );
  const served = async () => sum(await Promise.all(rows.map(({ pid }) => computedBy(pid))));
  const before = await served();
  const here = await computing(work);
  return here + (await served()) - before;
}

/** A temporary PostgreSQL. @throws Error if none is installed. */
export async function startServer(): ReturnType<typeof startPostgres> {
  if (findPostgres() === undefined) throw new Error('No PostgreSQL is installed: install the package "postgresql".');
  return startPostgres();
}
