import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';

/** Debian keeps the server's programs out of the path. @returns their folder, newest version first, or undefined. */
export async function findPostgres(): Promise<string | undefined> {
  if (!existsSync(DEBIAN)) return undefined;
  const versions = (await readdir(DEBIAN)).sort((one, other) => Number(other) - Number(one));
  return versions
    .map((version) => path.join(DEBIAN, version, 'bin'))
    .find((bin) => existsSync(path.join(bin, 'initdb')));
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** A throw-away Postgres on a free port. It refuses to run as root, so root starts it as the user `postgres`. */
export async function startPostgres(bin: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'despacho-pg-'));
  const asRoot = process.getuid?.() === 0;
  const as = (program: string, args: string[]): [string, string[]] =>
    asRoot ? ['runuser', ['-u', 'postgres', '--', path.join(bin, program), ...args]] : [path.join(bin, program), args];
  if (asRoot) {
    await chmod(folder, 0o755);
    await run('chown', ['postgres', folder]);
  }
  const data = path.join(folder, 'data');
  await run(...as('initdb', ['-D', data, '-U', 'despacho', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']), {
    cwd: folder,
  });
  const port = await freePort();
  const settings = [
    '-D',
    data,
    '-p',
    String(port),
    '-k',
    folder,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'fsync=off',
  ];
  const server = spawn(...as('postgres', settings), { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const ready = Promise.withResolvers<undefined>();
  let log = '';
  server.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
    if (log.includes('ready to accept connections')) ready.resolve(undefined);
  });
  server.once('exit', () => {
    ready.reject(new Error(`Postgres did not start: ${log}`));
  });
  await ready.promise;
  return {
    url: `postgres://despacho@127.0.0.1:${String(port)}/postgres`,
    stop: async () => {
      const gone = once(server, 'exit');
      // Immediate: nothing of it is kept.
      await run(...as('pg_ctl', ['stop', '-D', data, '-m', 'immediate']), { cwd: folder });
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Makes an empty database on a server. @param url as `startPostgres` gives it. @returns the database's own address. */
export async function createDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`create database ${client.escapeIdentifier(name)}`);
  await client.end();
  return url.replace(/\/postgres$/, `/${name}`);
}
