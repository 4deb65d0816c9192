import { execFile } from 'node:child_process';
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

/**
 * Creates a PostgreSQL server in a folder. It refuses to run as root, so root starts it as `postgres`. Stopping
 * alternates between `fast`, which ends its connections, and `immediate`, which simulates a crash.
 * @returns the server, not started yet, and the URL of its database.
 */
export async function createPostgres(folder: string, port: number): Promise<{ postgres: Killable; url: string }> {
  const bin = findPostgres() ?? '';
  const home = join(folder, 'postgres');
  const data = join(home, 'data');
  const isRoot = process.getuid?.() === 0;
  const as = (program: string, args: string[]): { command: string; args: string[] } =>
    isRoot
      ? { command: 'runuser', args: ['-u', 'postgres', '--', join(bin, program), ...args] }
      : { command: join(bin, program), args };
  await mkdir(home);
  if (isRoot) {
    await chmod(folder, 0o755);
    await run('chown', ['postgres', home]);
  }
  const initdb = as('initdb', ['-D', data, '-U', 'despacho', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
  await run(initdb.command, initdb.args, { cwd: home });
  const listening = ['-p', String(port), '-k', home, '-c', 'listen_addresses=127.0.0.1'];
  let stops = 0;
  const postgres = new Killable({
    name: 'postgres',
    ...as('postgres', ['-D', data, ...listening]),
    environment: process.env,
    isReady: () => accepts(port),
    stop: async () => {
      const { command, args } = as('pg_ctl', ['stop', '-D', data, '-m', stops++ % 2 === 0 ? 'immediate' : 'fast']);
      await run(command, args, { cwd: home });
    },
  });
  return { postgres, url: `postgres://despacho@127.0.0.1:${port}/postgres` };
}
