import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPgbouncer } from '../machine/programs.ts';
import { accepts, freePort } from './ports.ts';

/** A running PgBouncer. */
interface Pooler {
  /** Address of the same database through the pooler. */
  url: string;
  /** Uses another server from now on, as after a failover. */
  pointTo: (port: number) => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Starts a PgBouncer in transaction mode in front of a server. It refuses to run as root, so root starts it as
 * `postgres`, by `setpriv`: `runuser` keeps the signal that makes it read its settings again.
 * @param url of a database of that server.
 */
export async function startPgbouncer(url: string): Promise<Pooler> {
  const server = new URL(url);
  const folder = await mkdtemp(path.join(tmpdir(), 'despacho-bouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const [users, settings] = [path.join(folder, 'users.txt'), path.join(folder, 'pgbouncer.ini')];
  const configure = (serverPort: string) =>
    writeFile(
      settings,
      `[databases]
* = host=${server.hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${String(port)}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
server_login_retry = 1
`,
    );
  await writeFile(users, `"${server.username}" ""\n`);
  await configure(server.port);
  const pgbouncer = findPgbouncer() ?? 'pgbouncer';
  const [program, args] =
    process.getuid?.() === 0
      ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--init-groups', pgbouncer, settings]]
      : [pgbouncer, [settings]];
  const bouncer = spawn(program, args, { stdio: 'ignore' });
  while (!(await accepts(port))) {
    if (bouncer.exitCode !== null) throw new Error('PgBouncer did not start');
    await sleep(25);
  }
  const through = new URL(url);
  through.port = String(port);
  return {
    url: through.href,
    pointTo: async (serverPort) => {
      await configure(String(serverPort));
      bouncer.kill('SIGHUP');
    },
    stop: async () => {
      const gone = once(bouncer, 'exit');
      bouncer.kill('SIGTERM');
      await gone;
      await rm(folder, { recursive: true });
    },
  };
}
