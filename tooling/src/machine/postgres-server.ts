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

/** The superuser of each cluster, without a password: for what operators do, never for a service. */
export const SUPERUSER = 'postgres';

/**
 * The role of services, commands and benchmarks, without a password. It owns its databases, as `docs/operations.md`
 * describes, and has no other right.
 */
export const OWNER = 'despacho';

/** A temporary Postgres on a free port. */
export interface PostgresServer {
  /** Connects as `SUPERUSER`. The role `guarded` requires a password. */
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

/** @returns the command that runs a program of the server as a user that it accepts. */
export function asServerUser(program: string, args: readonly string[]): [string, string[]] {
  const file = path.join(findPostgres() ?? '', program);
  return asRoot ? ['runuser', ['-u', 'postgres', '--', file, ...args]] : [file, [...args]];
}

const dataOf = (folder: string): string => path.join(folder, 'data');

/** Runs a program of the server on the data of `createCluster`, with `input` as its input. @throws Error if it fails. */
export async function inCluster(folder: string, program: string, args: string[], input?: string): Promise<void> {
  const [file, rest] = asServerUser(program, args);
  // Its output is not connected: a server that it starts would keep the pipes open.
  const child = spawn(file, rest, {
    cwd: folder,
    env: { ...process.env, PGDATA: dataOf(folder) },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'ignore'],
  });
  child.stdin?.end(input);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}; its log is in ${folder}`);
}

/**
 * Initializes the data of a server in a folder, with the role `OWNER`, who owns the database `postgres`.
 * @param wal folder of the write-ahead log, if it must be elsewhere.
 */
export async function createCluster(folder: string, wal?: string): Promise<void> {
  if (asRoot) {
    await chmod(folder, 0o755);
    await run('chown', ['postgres', folder, ...(wal === undefined ? [] : [wal])]);
  }
  const elsewhere = wal === undefined ? [] : ['--waldir', wal];
  const settings = ['-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', ...elsewhere];
  await inCluster(folder, 'initdb', ['-U', SUPERUSER, ...settings]);
  const roles = `create role ${OWNER} login;\nalter database postgres owner to ${OWNER};\n`;
  await inCluster(folder, 'postgres', ['--single', '-F', 'postgres'], roles);
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
    server = spawn(...asServerUser('postgres', settings), { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
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

function as(role: string, url: string): string {
  const address = new URL(url);
  address.username = role;
  return address.href;
}

/** @returns the address of a database, or of another on its server, as `OWNER`. */
export const asOwner = (url: string, name?: string): string =>
  as(OWNER, name === undefined ? url : new URL(`/${name}`, url).href);

/** @returns the address of a database as `SUPERUSER`. */
export const asSuperuser = (url: string): string => as(SUPERUSER, url);

/**
 * Creates a database of `OWNER`.
 * @param url of the server, as from `startPostgres`.
 * @param template database to copy; an empty one by default.
 * @returns the database's address, as `OWNER`.
 */
export async function createDatabase(url: string, name: string, template = 'template1'): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  const [database, source] = [client.escapeIdentifier(name), client.escapeIdentifier(template)];
  await client.query(`create database ${database} owner ${OWNER} template ${source}`);
  // The pages of sequences are copied as they are. Until a checkpoint, PostgreSQL takes their next 32 values for logged, and
  // a crash would give them again.
  await client.query('checkpoint');
  await client.end();
  return asOwner(url, name);
}
