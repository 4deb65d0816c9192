import { freePort } from '@despacho/tooling/stack/ports';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '#platform/database/migrate.ts';
import { connect } from '#platform/database/open-database.ts';
import { createCluster, createDatabase, inCluster } from './postgres-server.ts';

const folderOf = (databases: string): string => path.join(databases, 'server');

/** Name of the database with empty tables, to be copied. */
export const EMPTY = 'empty';

/**
 * The path of a socket may be too long. Data does not outlive the run. Compiling queries takes longer than the small ones
 * of the tests run.
 */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'jit=off',
  'max_connections=200',
];

/** Starts the server apart from this process, which may end before others have used it. */
async function start(folder: string): Promise<string> {
  await createCluster(folder);
  const port = await freePort();
  const options = [`-p ${port}`, ...SETTINGS.map((each) => `-c ${each}`)];
  await inCluster(folder, 'pg_ctl', ['start', '-w', '-l', path.join(folder, 'log'), '-o', options.join(' ')]);
  const url = `postgres://despacho@127.0.0.1:${port}/postgres`;
  const db = connect({ connectionString: await createDatabase(url, EMPTY), max: 1 });
  await migrate(db);
  await db.destroy();
  return url;
}

/**
 * Initializing a server and migrating its database take four seconds of CPU: one serves all files of a run.
 * @param databases folder of this run's databases.
 * @returns its address. The first caller of the run starts it; the others wait.
 */
export async function sharedPostgres(databases: string): Promise<string> {
  const folder = folderOf(databases);
  const address = path.join(databases, 'server-address');
  const isFirst = await mkdir(folder).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    // Another user than root traverses it.
    await chmod(databases, 0o755);
    const url = await start(folder).catch((error: unknown) => `failed: ${String(error)}`);
    await writeFile(`${address}.new`, url);
    await rename(`${address}.new`, address);
  }
  while (!existsSync(address)) await sleep(50);
  const url = await readFile(address, 'utf8');
  if (url.startsWith('failed')) throw new Error(`The server of the tests: ${url}`);
  return url;
}

/** Stops the server, if a file of the run has started it. */
export async function stopSharedPostgres(databases: string): Promise<void> {
  const folder = folderOf(databases);
  if (existsSync(path.join(folder, 'data', 'postmaster.pid')))
    await inCluster(folder, 'pg_ctl', ['stop', '-m', 'immediate']);
}

/**
 * @param template database to copy; an empty one by default.
 * @returns the address of a new database of the caller alone.
 */
export async function createSharedDatabase(databases: string, name: string, template?: string): Promise<string> {
  return createDatabase(await sharedPostgres(databases), `${name}-${randomUUID()}`, template);
}
