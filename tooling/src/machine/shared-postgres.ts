import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../stack/ports.ts';
import { createCluster, inCluster, SUPERUSER } from './postgres-server.ts';

const folderOf = (databases: string): string => path.join(databases, 'server');

/**
 * No socket, whose path may be too long; no durability, because data does not outlive the run; no compilation of queries,
 * which takes longer than running those of the tests.
 */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'jit=off',
  'max_connections=200',
  // Five times as long as the longest statement of a test on a busy machine.
  'statement_timeout=100s',
];

/** Starts the server detached from this process, which may end while other files still use it. */
async function start(folder: string): Promise<string> {
  await createCluster(folder);
  const port = await freePort();
  const options = [`-p ${port}`, ...SETTINGS.map((each) => `-c ${each}`)];
  await inCluster(folder, 'pg_ctl', ['start', '-w', '-l', path.join(folder, 'log'), '-o', options.join(' ')]);
  return `postgres://${SUPERUSER}@127.0.0.1:${port}/postgres`;
}

/** @returns the server's last messages, which name the statement of each error; empty if it has not started. */
const endOfLog = (folder: string): Promise<string> =>
  readFile(path.join(folder, 'log'), 'utf8').then(
    (log) => log.slice(-1000),
    () => '',
  );

/**
 * One server for all test files of a run, because initializing it and filling a database take seconds of CPU.
 * @param databases folder of this run's databases.
 * @param prepare creates the databases to be copied, given the server's address.
 * @returns the address, as `SUPERUSER`; `createDatabase` creates databases there. The first caller of the run starts it; the others wait.
 */
export async function sharedPostgres(databases: string, prepare: (url: string) => Promise<void>): Promise<string> {
  const folder = folderOf(databases);
  const address = path.join(databases, 'server-address');
  const isFirst = await mkdir(folder).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    // The server may run as another user, who must be able to enter the folder.
    await chmod(databases, 0o755);
    const url = await start(folder)
      .then(async (started) => {
        await prepare(started);
        return started;
      })
      .catch(async (error: unknown) => `failed: ${String(error)}\n${await endOfLog(folder)}`);
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
