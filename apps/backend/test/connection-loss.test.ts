import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { type OrderCounts, type OrderInput } from '@despacho/contracts/dispatch';
import { testsNeed } from '@despacho/tooling/machine/needs';
import { freePort } from '@despacho/tooling/stack/ports';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#platform/database/open-database.ts';
import { waitForDatabase } from '#platform/database/wait-for-database.ts';
import { type Answer, askService, companyOf } from './ask-service.ts';
import { orderInput } from './dispatch-world.ts';
import { createDatabase, type PostgresServer, startPostgres } from '@despacho/tooling/machine/postgres-server';
import { startPgbouncer } from '@despacho/tooling/stack/pgbouncer';
import { ServiceProcess } from './service-process.ts';

const installed = testsNeed('PostgreSQL');
const pgbouncerInstalled = testsNeed('PgBouncer');

describe.runIf(installed)('a lost connection to PostgreSQL', { timeout: 180_000 }, () => {
  let server: PostgresServer;
  let company = '';
  const started: ServiceProcess[] = [];

  const start = (environment: Record<string, string>): ServiceProcess => {
    const service = new ServiceProcess({ DEMO: '1', DEMO_ORDERS: '50', ...environment });
    started.push(service);
    return service;
  };

  beforeAll(async () => {
    // Its own server, because the tests stop it.
    server = await startPostgres();
    // Filled once and copied: the copies are what the tests lose the connection to.
    const first = start({ DATABASE_URL: await createDatabase(server.url, 'demo') });
    await first.listening();
    await first.stop('SIGTERM');
  });
  const demoDatabase = (name: string): Promise<string> => createDatabase(server.url, name, 'demo');

  afterEach(async () => {
    const running = started.splice(0).filter(({ child }) => child.exitCode === null);
    await Promise.all(running.map((each) => each.stop('SIGKILL')));
  });
  afterAll(() => server.stop());

  async function readCompany(url: string): Promise<void> {
    company = await companyOf(url);
  }

  const ask = (url: string, to: string, body?: object, key = ''): Promise<Answer> =>
    askService(url, to, { company, body, key });

  const order = (reference: string): OrderInput =>
    orderInput({ client: { id: null, name: 'Cliente de paso', phone: null }, clientReference: reference });

  const health = async (url: string): Promise<number> => (await fetch(`${url}/health`)).status;

  /**
   * Creates orders until stopped, retrying each until it is acknowledged. @returns references and unexpected responses.
   */
  function work(url: string, name: string, stop: AbortSignal) {
    const acknowledged: string[] = [];
    const answers: Answer[] = [];
    const isOver = (): boolean => stop.aborted;
    const done = (async () => {
      for (let serial = 0; ; serial++) {
        const reference = `${name}-${serial}`;
        const key = randomUUID();
        for (;;) {
          const answer = await ask(url, '/orders', order(reference), key);
          if (answer.status === 200) break;
          answers.push(answer);
          if (isOver()) return;
          await sleep(50);
        }
        acknowledged.push(reference);
        if (isOver()) return;
      }
    })();
    return { acknowledged, answers, done };
  }

  async function terminateAll(url: string): Promise<void> {
    const client = new pg.Client(url);
    await client.connect();
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database() and usename = current_user',
    );
    await client.end();
  }

  type Loss = (direct: string) => Promise<void>;
  const terminate: Loss = terminateAll;
  const halt =
    (mode: 'immediate' | 'fast'): Loss =>
    () =>
      server.halt(mode).then(server.resume);

  /** @param DATABASE_URL for the services; @param direct the same database without a pooler. */
  async function survives(DATABASE_URL: string, direct: string, losses: readonly Loss[]): Promise<void> {
    const services = [start({ DATABASE_URL }), start({ DATABASE_URL })];
    const urls = await Promise.all(services.map((each) => each.listening()));
    await readCompany(urls[0] ?? '');
    const stop = new AbortController();
    const works = urls.flatMap((url, one) =>
      Array.from({ length: 2 }, (_, two) => work(url, `r${one}-${two}`, stop.signal)),
    );
    const count = (): number => works.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
    const more = async (): Promise<void> => {
      const before = works.map(({ acknowledged }) => acknowledged.length);
      const behind = () => works.filter(({ acknowledged }, at) => acknowledged.length <= (before[at] ?? 0));
      // The last answer of each, because it is the cause.
      const answersOf = () => behind().map(({ answers }) => answers.at(-1) ?? 'no answer');
      await expect.poll(answersOf, { timeout: 90_000 }).toEqual([]);
    };
    for (const lose of losses) {
      await more();
      await lose(direct);
      await more();
      expect(services.map(({ child }) => child.exitCode)).toEqual([null, null]);
    }
    await expect.poll(count, { timeout: 90_000 }).toBeGreaterThan(40);
    stop.abort();
    await Promise.all(works.map(({ done }) => done));

    const odd = works
      .flatMap(({ answers }) => answers)
      .filter(({ status, retryAfter }) => status !== 503 || retryAfter === null);
    expect(odd).toEqual([]);
    // Each service detects at its next check that the database answers again.
    await expect.poll(() => Promise.all(urls.map(health)), { timeout: 20_000 }).toEqual([200, 200]);
    const client = new pg.Client(direct);
    await client.connect();
    const { rows } = await client.query<{ reference: string }>(
      "select client_reference as reference from order_details where client_reference like 'r%'",
    );
    await client.end();
    const stored = rows.map(({ reference }) => reference);
    expect(new Set(stored).size).toBe(stored.length);
    expect(works.flatMap(({ acknowledged }) => acknowledged).filter((each) => !stored.includes(each))).toEqual([]);
    expect(await Promise.all(services.map((each) => each.stop('SIGTERM')))).toEqual([0, 0]);
  }

  it('loses nothing acknowledged through restarts and terminated connections', async () => {
    const url = await demoDatabase('lost');
    await survives(url, url, [terminate, halt('immediate'), halt('fast')]);
  });

  it.runIf(pgbouncerInstalled)('loses nothing acknowledged behind PgBouncer in transaction mode', async () => {
    const direct = await demoDatabase('pooled');
    const { url, stop } = await startPgbouncer(direct);
    try {
      await survives(url, direct, [terminate, halt('immediate')]);
    } finally {
      await stop();
    }
  });

  it('rejects a database of a newer version with one message', async () => {
    const DATABASE_URL = await demoDatabase('newer');
    const client = new pg.Client(DATABASE_URL);
    await client.connect();
    await client.query("insert into kysely_migration (name, timestamp) values ('999-later', '2027-01-01')");
    await client.end();
    const older = start({ DATABASE_URL });
    expect(await older.exit).toBe(1);
    expect(older.errors).toMatch(
      /^The database was not changed: a newer release has used it, and this is [\d.]+\. Start that release or a newer one\.\n$/,
    );
  });

  it('answers 503 with Retry-After in an outage, recovers, and retries in a restart', async () => {
    const DATABASE_URL = await demoDatabase('away');
    const service = start({ DATABASE_URL });
    const url = await service.listening();
    await readCompany(url);
    await server.halt('fast');
    try {
      expect(await health(url)).toBe(503);
      const away = await ask(url, '/orders/counts');
      expect(away).toMatchObject({ status: 503, body: { message: expect.stringContaining('no responde') as string } });
      expect(Number(away.retryAfter)).toBeGreaterThan(0);
      expect(await ask(url, '/orders', order('x'), randomUUID())).toMatchObject({ status: 503 });
    } finally {
      await server.resume();
    }
    await expect.poll(() => health(url), { timeout: 90_000 }).toBe(200);
    const { status, body } = await ask(url, '/orders/counts');
    expect(status).toBe(200);
    expect((body as OrderCounts).total).toBeGreaterThan(0);

    await server.halt('immediate');
    const asked = [ask(url, '/orders/counts'), ask(url, '/orders', order('met'), randomUUID())];
    await server.resume();
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('waits for the server at start with a log line, and accepts no connections until then', async () => {
    const DATABASE_URL = await demoDatabase('late');
    await server.halt('fast');
    const port = await freePort();
    const service = start({ DATABASE_URL, PORT: String(port) });
    try {
      await expect
        .poll(() => service.log.some(({ msg }) => msg === 'waiting for the database'), { timeout: 60_000 })
        .toBe(true);
      await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow();
      expect(service.child.exitCode).toBeNull();
    } finally {
      await server.resume();
    }
    expect(await health(await service.listening())).toBe(200);
    expect(await service.stop('SIGTERM')).toBe(0);
  });

  it('reports a wrong password and a missing database immediately', async () => {
    const client = new pg.Client(server.url);
    await client.connect();
    await client.query("create role guarded login password 'right'");
    await client.end();
    const refusal = (databaseUrl: string) =>
      expect(
        waitForDatabase(
          () => openDatabase({ databaseUrl, dataDir: '' }, () => undefined),
          pino({ level: 'silent' }),
          new AbortController().signal,
        ),
      ).rejects;
    // A StartupError is printed and ends the process, like the one of a newer version above.
    await refusal(server.url.replace('postgres@', 'guarded:wrong@')).toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(
        /^The database server cannot be used: password authentication failed.*28P01\)\.$/,
      ) as string,
    });
    await refusal(server.url.replace(/postgres$/, 'missing')).toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(
        /^The database server cannot be used: database "missing" does not exist.*3D000\)\.$/,
      ) as string,
    });
  });
});
