import { randomBytes, randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { testsNeed } from '@despacho/tooling/machine/needs';
import { freePort } from '@despacho/tooling/stack/ports';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkFolder } from '#platform/database/check-folder.ts';
import { serverCheck } from '#platform/database/check-server.ts';
import { unwritableReason } from '#platform/database/database-error.ts';
import { openDatabase } from '#platform/database/open-database.ts';
import { createPool } from '#platform/database/server-pool.ts';
import { askService, companyOf } from './ask-service.ts';
import { orderInput } from './dispatch-world.ts';
import {
  asOwner,
  createDatabase,
  OWNER,
  type PostgresServer,
  startPostgres,
} from '@despacho/tooling/machine/postgres-server';
import { ServiceProcess } from './service-process.ts';
import { emptyDatabase, OPERATIONS_KEY } from './test-services.ts';

const installed = testsNeed('PostgreSQL');

it('a data folder counts as full below the given free space', async () => {
  await expect(checkFolder(tmpdir(), 1)).resolves.toBeUndefined();
  await expect(checkFolder(tmpdir(), Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({ reason: 'full' });
});

/** Whether this process may mount a file system of limited size. */
function mayMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Runs `use` with the path of a file system of limited size. */
async function onSmallDisk(megabytes: number, use: (disk: string) => Promise<void>): Promise<void> {
  const disk = await mkdtemp(path.join(tmpdir(), 'despacho-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk]);
  try {
    await use(disk);
  } finally {
    execFileSync('umount', ['--lazy', disk]);
    await rm(disk, { recursive: true });
  }
}

it.runIf(mayMount())('the embedded database is not opened on a full disk', { timeout: 60_000 }, () =>
  onSmallDisk(60, async (disk) => {
    const service = new ServiceProcess({ DEMO: '1', DATA_DIR: disk });
    await expect
      .poll(() => service.log.find(({ msg }) => msg === 'waiting for the database')?.['reason'], { timeout: 90_000 })
      .toMatch(/^full: .* MB left; 64 MB are required$/);
    expect(await service.stop('SIGTERM')).toBe(0);
    expect(service.log.some(({ msg }) => msg === 'listening')).toBe(false);
  }),
);

/** Leaves 20 MB of a disk. @returns the file that takes the rest. */
async function fill(disk: string): Promise<string> {
  const rest = path.join(disk, 'rest');
  const { bavail, bsize } = await statfs(disk);
  await writeFile(rest, Buffer.alloc(bavail * bsize - 20 * 1024 * 1024));
  return rest;
}

it.runIf(mayMount())('the embedded database is read-only while its disk is full', { timeout: 60_000 }, () =>
  onSmallDisk(400, async (disk) => {
    await cp(await emptyDatabase(), path.join(disk, 'database'), { recursive: true });
    const { db, check, close } = await openDatabase({ databaseUrl: undefined, dataDir: disk }, () => undefined);
    const write = () =>
      sql`insert into meta (key, value) values (${randomUUID()}, '')`.execute(db).then(
        () => 'written',
        (error: unknown) => unwritableReason(error),
      );
    expect(await write()).toBe('written');
    const rest = await fill(disk);
    await expect(check([])).rejects.toMatchObject({ reason: 'full' });
    expect(await write()).toBe('read-only');
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    await rm(rest);
    await check([]);
    expect(await write()).toBe('written');
    await close();
  }),
);

it.runIf(mayMount())('refuses a sign-in on a full disk, which stores a token', { timeout: 120_000 }, () =>
  onSmallDisk(400, async (disk) => {
    const service = new ServiceProcess({ DEMO: '1', DEMO_ORDERS: '50', DATA_DIR: path.join(disk, 'data') });
    const url = await service.listening();
    const company = await companyOf(url);
    const signIn = () => fetch(`${url}/legacy/base/auth?sucursal=LIMA&user=ana.torres&password=despacho`);
    const isUnfit = () => fetch(`${url}/health`).then(({ status }) => status === 503);

    const rest = await fill(disk);
    await expect.poll(isUnfit, { timeout: 90_000 }).toBe(true);
    const refused = await signIn();
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('No queda espacio')]);
    expect(await askService(url, '/orders', { company })).toMatchObject({ status: 200 });

    await rm(rest);
    await expect.poll(isUnfit, { timeout: 90_000 }).toBe(false);
    await expect.poll(async () => (await signIn()).status, { timeout: 90_000 }).toBe(200);
    expect(await service.stop('SIGTERM')).toBe(0);
  }),
);

describe.runIf(installed)('a service on PostgreSQL', { timeout: 180_000 }, () => {
  let server: PostgresServer;
  const started: ServiceProcess[] = [];

  const start = (environment: Record<string, string>): ServiceProcess => {
    const service = new ServiceProcess({ DEMO: '1', DEMO_ORDERS: '50', ...environment });
    started.push(service);
    return service;
  };
  const health = async (url: string): Promise<unknown> => {
    const answer = await fetch(`${url}/health`);
    return [answer.status, await answer.json()];
  };
  const FIT = [200, { status: 'ok' }];
  const unfit = (reason: string) => [503, { status: 'unavailable', reason }];
  const waits = (service: ServiceProcess, reason: string) =>
    expect
      .poll(() => service.log.find(({ msg }) => msg === 'waiting for the database')?.['reason'], { timeout: 60_000 })
      .toMatch(reason);

  /** A request as a superuser, whom no setting of the database limits. */
  async function asServer(url: string, ...statements: string[]): Promise<void> {
    const client = new pg.Client(url);
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  /** Creates an order. @returns status and message. */
  async function write(url: string, company: string): Promise<unknown> {
    const body = orderInput({ client: { id: null, name: 'Cliente de paso', phone: null } });
    const answer = await askService(url, '/orders', { company, body, key: randomUUID() });
    return [answer.status, (answer.body as { message?: string }).message ?? ''];
  }

  beforeAll(async () => {
    server = await startPostgres();
    const first = start({ DATABASE_URL: await createDatabase(server.url, 'demo') });
    await first.listening();
    await first.stop('SIGTERM');
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    const running = started.splice(0).filter(({ child }) => child.exitCode === null);
    await Promise.all(running.map((each) => each.stop('SIGKILL')));
  });
  afterAll(() => server.stop());

  it('is unfit while the server is read-only, refuses changes with a message, and still reads', async () => {
    const DATABASE_URL = await createDatabase(server.url, 'standby', 'demo');
    const url = await start({ DATABASE_URL }).listening();
    const company = await companyOf(url);
    expect(await health(url)).toEqual(FIT);
    expect(await write(url, company)).toEqual([200, '']);

    const SET = 'alter database standby set default_transaction_read_only =';
    const END = `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'standby'`;
    await asServer(server.url, `${SET} on`, END);
    await expect.poll(() => health(url), { timeout: 90_000 }).toEqual(unfit('read-only'));
    expect(await write(url, company)).toEqual([503, expect.stringContaining('no acepta cambios')]);
    // The list is counted for its reader, which is a write.
    for (const read of ['/orders/counts', '/orders'])
      expect(await askService(url, read, { company }), read).toMatchObject({ status: 200 });
    const second = start({ DATABASE_URL });
    await waits(second, 'read-only');

    await asServer(server.url, `${SET} off`, END);
    await expect.poll(() => health(url), { timeout: 90_000 }).toEqual(FIT);
    expect(await write(url, company)).toEqual([200, '']);
    expect(await health(await second.listening())).toEqual(FIT);
  });

  it.runIf(mayMount())('is unfit while the server has no space left, and works again afterwards', () =>
    onSmallDisk(80, async (disk) => {
      execFileSync('chown', ['postgres', disk]);
      await asServer(
        server.url,
        `create tablespace small location '${disk}'`,
        `create database crowded owner ${OWNER} template demo tablespace small`,
      );
      const DATABASE_URL = asOwner(server.url, 'crowded');
      const url = await start({ DATABASE_URL }).listening();
      const company = await companyOf(url);
      expect(await write(url, company)).toEqual([200, '']);

      const rest = path.join(disk, 'rest');
      // Ends with an error when the disk is full.
      await writeFile(rest, randomBytes(80 * 1024 * 1024)).catch(() => undefined);
      await expect.poll(() => health(url), { timeout: 90_000 }).toEqual(unfit('full'));
      expect(await write(url, company)).toEqual([503, expect.stringContaining('No queda espacio')]);
      const second = start({ DATABASE_URL });
      await waits(second, 'full');

      await rm(rest);
      await expect.poll(() => health(url), { timeout: 90_000 }).toEqual(FIT);
      expect(await write(url, company)).toEqual([200, '']);
      expect(await health(await second.listening())).toEqual(FIT);
      await Promise.all(started.splice(0).map((each) => each.stop('SIGTERM')));
      await asServer(server.url, 'drop database crowded', 'drop tablespace small');
    }),
  );

  it('is unfit with a key that gateways do not use, but not with one of several', async () => {
    const DATABASE_URL = await createDatabase(server.url, 'keys', 'demo');
    const OTHER = 'another key of the tests that is long enough';
    const right = await start({ DATABASE_URL }).listening();
    const wrong = await start({ DATABASE_URL, OPERATIONS_KEY: OTHER }).listening();
    const changing = await start({ DATABASE_URL, OPERATIONS_KEY: `${OTHER},${OPERATIONS_KEY}` }).listening();
    // Nobody has signed yet.
    expect(await Promise.all([right, wrong, changing].map(health))).toEqual([FIT, FIT, FIT]);
    const company = await companyOf(right);
    expect(await askService(right, '/orders/counts', { company })).toMatchObject({ status: 200 });
    await expect.poll(() => health(wrong), { timeout: 90_000 }).toEqual(unfit('key'));
    expect(await Promise.all([right, changing].map(health))).toEqual([FIT, FIT]);
    for (const signedWith of [OTHER, OPERATIONS_KEY])
      expect(await askService(changing, '/orders/counts', { company, signedWith })).toMatchObject({ status: 200 });
    // Gateways have begun to use the new key.
    await expect.poll(() => health(wrong), { timeout: 90_000 }).toEqual(FIT);
  });

  it('is unfit if its clock differs from that of the server', async () => {
    const pool = createPool(
      { connectionString: await createDatabase(server.url, 'clock', 'demo'), max: 1 },
      () => undefined,
    );
    const check = serverCheck(pool);
    const now = Date.now;
    let ahead = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
    await expect(check([])).resolves.toBeUndefined();
    for (ahead of [40_000, -40_000]) await expect(check([])).rejects.toMatchObject({ reason: 'clock' });
    await pool.end();
  });

  it('accepts no connections while it starts', async () => {
    const port = await freePort();
    const service = start({ DATABASE_URL: await createDatabase(server.url, 'starting'), PORT: String(port) });
    let refused = 0;
    while (!service.log.some(({ msg }) => msg === 'listening'))
      await fetch(`http://127.0.0.1:${port}/health`).then(
        ({ status }) => expect(status).toBe(200),
        () => (refused += 1),
      );
    expect(refused).toBeGreaterThan(0);
  });
});
