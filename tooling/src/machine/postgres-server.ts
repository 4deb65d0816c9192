import { findPostgres } from './programs.ts';
import { freePort } from '../stack/ports.ts';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

/** The superuser of each cluster, without a password. */
export const SUPERUSER = 'despacho';

/** A temporary Postgres on a free port. */
export interface PostgresServer {
  /** Connects as `SUPERUSER`. The role `guarded` requires one. */
  url: string;
  /** Stops it like `pg_ctl stop`; `fast` rolls back, `immediate` simulates a crash. */
  halt: (mode: 'fast' | 'immediate') => Promise<void>;
  /** Restarts it on the same port and data. */
  resume: () => Promise<void>;
  /** Stops it and deletes its data. */
  stop: () => Promise<void>;
}

/** The server refuses to run as root, so root runs it as the user `postgres`. */
const asRoot = process.getuid?.() === 0;

function as(program: string, args: string[]): [string, string[]] {
  const file = path.join(findPostgres() ?? '', program);
  return asRoot ? ['runuser', ['-u', 'postgres', '--', file, ...args]] : [file, args];
}

const dataOf = (folder: string): string => path.join(folder, 'data');

/** Runs a program of the server on the data of `createCluster`. @throws Error if it fails. */
export async function inCluster(folder: string, program: string, args: string[]): Promise<void> {
  const [file, rest] = as(program, ['-D', dataOf(folder), ...args]);
  // Not connected: a server that it starts would keep the pipes open.
  const [code] = (await once(spawn(file, rest, { cwd: folder, stdio: 'ignore' }), 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}; its log is in ${folder}`);
}

/** Initializes the data of a server in a folder. */
export async function createCluster(folder: string): Promise<void> {
  if (asRoot) {
    await chmod(folder, 0o755);
    await run('chown', ['postgres', folder]);
  }
  await inCluster(folder, 'initdb', ['-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
  const access = path.join(dataOf(folder), 'pg_hba.conf');
  await writeFile(access, `host all guarded all scram-sha-256\n${await readFile(access, 'utf8')}`);
}

/** Starts a separate server, for tests that stop it. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'despacho-pg-'));
  await createCluster(folder);
  const port = await freePort();
  const listening = ['-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'];
  const settings = ['-D', dataOf(folder), ...listening, '-c', 'fsync=off', '-c', 'statement_timeout=100s'];
  let server: ChildProcess;

  const resume = async (): Promise<void> => {
    server = spawn(...as('postgres', settings), { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    const ready = Promise.withResolvers<undefined>();
    let log = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('ready to accept connections')) ready.resolve(undefined);
    });
    server.once('exit', () => {
      ready.reject(new Error(`Postgres did not start: ${log}`));
    });
    await ready.promise;
  };
  const halt = async (mode: 'fast' | 'immediate'): Promise<void> => {
    const gone = server.exitCode === null ? once(server, 'exit') : undefined;
    if (gone) await inCluster(folder, 'pg_ctl', ['stop', '-m', mode]);
    await gone;
  };

  await resume();
  return {
    url: `postgres://${SUPERUSER}@127.0.0.1:${String(port)}/postgres`,
    halt,
    resume,
    stop: async () => {
      await halt('immediate');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Creates a database.
 * @param url of the server, as from `startPostgres`.
 * @param template database to copy; an empty one by default.
 * @returns the database's address.
 */
export async function createDatabase(url: string, name: string, template = 'template1'): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`create database ${client.escapeIdentifier(name)} template ${client.escapeIdentifier(template)}`);
  await client.end();
  return url.replace(/\/postgres$/, `/${name}`);
}
