import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase, startPostgres } from '@despacho/tooling/machine/postgres-server';
import { findPostgres } from '@despacho/tooling/machine/programs';
import { computing } from '@despacho/tooling/load/measure';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';

/** A folder of the embedded database, or the address of one of a server. */
export type DatabasePlace = { dataDir: string } | { databaseUrl: string };

/**
 * Runs a bench with empty databases: on a temporary PostgreSQL, or embedded, in a folder that is removed.
 * @throws Error if PostgreSQL is requested and not installed.
 */
export async function withDatabases(
  isOnServer: boolean,
  work: (placeOf: (name: string) => Promise<DatabasePlace>) => Promise<void>,
): Promise<void> {
  if (isOnServer && findPostgres() === undefined)
    throw new Error('No PostgreSQL is installed: install the package "postgresql".');
  const folder = await mkdtemp(path.join(tmpdir(), 'despacho-bench-'));
  const server = isOnServer ? await startPostgres() : undefined;
  try {
    await work(async (name) =>
      server ? { databaseUrl: await createDatabase(server.url, name) } : { dataDir: path.join(folder, name) },
    );
  } finally {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** CPU milliseconds of each of the database's backends until now; 0 for one that has ended. */
async function backends(db: Database): Promise<Map<number, number>> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where backend_type = 'client backend' and datname = current_database()`.execute(
    db,
  );
  const computedBy = async (pid: number): Promise<number> => {
    const text = await readFile(`/proc/${String(pid)}/schedstat`, 'utf8').catch(() => '0');
    return Number(text.split(' ')[0]) / 1_000_000;
  };
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
