import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SUPERUSER } from '../machine/postgres-server.ts';
import { makeSecrets } from '../stack/environment.ts';
import { startPgbouncer } from '../stack/pgbouncer.ts';
import { freePort } from '../stack/ports.ts';
import { Client } from './client.ts';
import { type Fault, observe, type Outcome } from './instance-faults.ts';
import { ROSA } from './people.ts';
import { createPostgres } from './postgres.ts';
import { createGateway, createService } from './product.ts';

/**
 * What may happen to the PostgreSQL server of a service:
 * - `standby`: it is stopped as in a crash, and five seconds later its standby is promoted and PgBouncer uses it.
 * - `full`: its disk has no space left.
 * - `read-only`: it accepts no changes.
 */
export const DATABASE_FAULTS = ['standby', 'full', 'read-only'] as const;

export type DatabaseFault = (typeof DATABASE_FAULTS)[number];

/** Time until an operator, or a program such as Patroni, promotes the standby. */
const PROMOTED_AFTER_MS = 5000;
/** Megabytes of the disk for the tables, without the write-ahead log, without which the server stops. */
const DISK_MB = 300;

interface Broken {
  outcome: Outcome;
  readsFailed: number;
  /** Whether a sign-in succeeds after the fault. */
  worksAgain: boolean;
}

/** Writes a file that takes the rest of a disk. */
async function fill(path: string): Promise<void> {
  // Ends with an error when the disk is full.
  await writeFile(path, Buffer.alloc(DISK_MB * 1024 * 1024)).catch(() => undefined);
}

/** Runs a service and a gateway behind PgBouncer, and counts the failed requests of a minute from the fault on. */
export async function breakDatabase(fault: DatabaseFault): Promise<Broken> {
  const folder = await mkdtemp(join(tmpdir(), 'despacho-database-'));
  await chmod(folder, 0o755);
  const closing: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })];
  try {
    const disk = join(folder, 'disk');
    await mkdir(disk);
    if (fault === 'full') {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk]);
      closing.push(() => void execFileSync('umount', ['--lazy', disk]));
    }
    const port = await freePort();
    const { postgres, url, as } = await createPostgres(disk, port, join(folder, 'wal'));
    await postgres.start();
    closing.push(() => postgres.kill());
    const query = (...statements: string[]) => {
      for (const statement of statements)
        as('psql', ['-h', '127.0.0.1', '-p', String(port), '-U', SUPERUSER, '-d', 'postgres', '-c', statement]);
    };

    const standbyPort = await freePort();
    const standbyData = join(disk, 'postgres', 'standby');
    if (fault === 'standby') {
      const source = ['-h', '127.0.0.1', '-p', String(port), '-U', SUPERUSER];
      as('pg_basebackup', [...source, '-D', standbyData, '-R', '-X', 'stream', '--no-sync']);
      as('pg_ctl', ['start', '-w', '-D', standbyData, '-l', join(disk, 'postgres', 'log'), '-o', `-p ${standbyPort}`]);
      closing.push(() => as('pg_ctl', ['stop', '-D', standbyData, '-m', 'immediate']));
      // Otherwise the newest changes may exist on the primary only.
      query(`alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()');
    }
    const pooler = await startPgbouncer(url);
    closing.push(() => pooler.stop());

    const secrets = makeSecrets();
    const [servicePort, gatewayPort, adminPort] = [await freePort(), await freePort(), await freePort()];
    const upstream = `http://127.0.0.1:${servicePort}`;
    const service = createService({ name: 'service', port: servicePort, folder, secrets, databaseUrl: pooler.url });
    const gateway = createGateway('gateway', { port: gatewayPort, adminPort, upstream }, secrets);
    await service.start();
    closing.push(() => service.kill());
    await gateway.start();
    closing.push(() => gateway.kill());

    const rest = join(disk, 'rest');
    const END = 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()';
    const readOnly = (value: string) =>
      query(`alter system set default_transaction_read_only = ${value}`, 'select pg_reload_conf()', END);
    const faults: Record<DatabaseFault, Fault> = {
      standby: {
        begin: async () => {
          await postgres.kill();
          await sleep(PROMOTED_AFTER_MS);
          as('pg_ctl', ['promote', '-w', '-D', standbyData]);
          await pooler.pointTo(standbyPort);
        },
        end: () => undefined,
      },
      full: { begin: () => fill(rest), end: () => rm(rest) },
      'read-only': { begin: () => readOnly('on'), end: () => readOnly('off') },
    };
    let worksAgain = false;
    const outcome = await observe(gatewayPort, faults[fault], async () => {
      const client = new Client(gatewayPort, '198.51.100.3');
      worksAgain = (await client.signIn(ROSA.office, ROSA.username, 'despacho')).status === 200;
      client.close();
    });
    return { outcome, readsFailed: outcome.failed - outcome.changesFailed - outcome.signInsFailed, worksAgain };
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}
