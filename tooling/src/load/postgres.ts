import { execFile, execFileSync } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgres } from '../machine/programs.ts';
import { Killable } from './killable.ts';

const run = promisify(execFile);

/** Resolves with whether the port accepts connections. */
const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

interface Server {
  postgres: Killable;
  url: string;
  as: (program: string, args: readonly string[]) => void;
}

/**
 * Creates a PostgreSQL server in a folder. It refuses to run as root, so root starts it as `postgres`. Stopping
 * alternates between `fast`, which ends its connections, and `immediate`, which simulates a crash.
 * @param wal folder of the write-ahead log, if it must be elsewhere.
 * @returns the server, not started yet, the URL of its database, and a function that runs one of its programs.
 */
export async function createPostgres(folder: string, port: number, wal?: string): Promise<Server> {
  const bin = findPostgres() ?? '';
  const home = join(folder, 'postgres');
  const data = join(home, 'data');
  const isRoot = process.getuid?.() === 0;
  const commandOf = (program: string, args: readonly string[]): { command: string; args: readonly string[] } =>
    isRoot
      ? { command: 'runuser', args: ['-u', 'postgres', '--', join(bin, program), ...args] }
      : { command: join(bin, program), args };
  await mkdir(home);
  if (isRoot) {
    await chmod(folder, 0o755);
    await run('chown', ['postgres', home]);
  }
  if (wal !== undefined) {
    await mkdir(wal);
    if (isRoot) await run('chown', ['postgres', wal]);
  }
  const initdb = commandOf('initdb', [
    ...['-D', data, '-U', 'despacho', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    ...(wal === undefined ? [] : ['--waldir', wal]),
  ]);
  await run(initdb.command, [...initdb.args], { cwd: home });
  const listening = ['-p', String(port), '-k', home, '-c', 'listen_addresses=127.0.0.1'];
  let stops = 0;
  const postgres = new Killable({
    name: 'postgres',
    ...commandOf('postgres', ['-D', data, ...listening]),
    environment: process.env,
    isReady: () => accepts(port),
    stop: async () => {
      const { command, args } = commandOf('pg_ctl', [
        'stop',
        '-D',
        data,
        '-m',
        stops++ % 2 === 0 ? 'immediate' : 'fast',
      ]);
      await run(command, [...args], { cwd: home });
    },
  });
  const as = (program: string, given: readonly string[]): void => {
    const { command, args } = commandOf(program, given);
    execFileSync(command, [...args], { cwd: home, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  return { as, postgres, url: `postgres://despacho@127.0.0.1:${port}/postgres` };
}
