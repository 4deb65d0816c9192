import { execFileSync } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { asOwner, asServerUser, createCluster, inCluster } from '../machine/postgres-server.ts';
import { accepts } from '../stack/ports.ts';
import { Killable } from './killable.ts';

interface Server {
  postgres: Killable;
  url: string;
  as: (program: string, args: readonly string[]) => void;
}

/**
 * Creates a PostgreSQL server in a folder. Stopping alternates between `fast`, which ends its connections, and
 * `immediate`, which simulates a crash.
 * @param wal folder of the write-ahead log, if it must be elsewhere.
 * @returns the server, not started yet, the URL of its database as its owner, and a function that runs one of its programs.
 */
export async function createPostgres(folder: string, port: number, wal?: string): Promise<Server> {
  const home = join(folder, 'postgres');
  await mkdir(home);
  await chmod(folder, 0o755);
  if (wal !== undefined) await mkdir(wal);
  await createCluster(home, wal);
  const [command, args] = asServerUser('postgres', [
    ...['-D', join(home, 'data'), '-p', String(port), '-k', home],
    ...['-c', 'listen_addresses=127.0.0.1'],
  ]);
  let stops = 0;
  const postgres = new Killable({
    name: 'postgres',
    command,
    args,
    env: process.env,
    isReady: () => accepts(port),
    end: () => inCluster(home, 'pg_ctl', ['stop', '-m', stops++ % 2 === 0 ? 'immediate' : 'fast']),
  });
  const as = (program: string, given: readonly string[]): void => {
    execFileSync(...asServerUser(program, given), { cwd: home, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  return { as, postgres, url: asOwner(`postgres://127.0.0.1:${port}/postgres`) };
}
