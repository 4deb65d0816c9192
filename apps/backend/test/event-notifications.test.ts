import { type LiveEvent } from '@despacho/contracts';
import { testsNeed } from '@despacho/tooling/machine/needs';
import { freePort } from '@despacho/tooling/stack/ports';
import { CompiledQuery, sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { appendEvent } from '#platform/events/events-repository.ts';
import { EventFeed } from '#platform/events/event-feed.ts';
import { EventNotifications } from '#platform/events/event-notifications.ts';
import { followEvents } from '#platform/events/follow-events.ts';
import { startPgbouncer } from '@despacho/tooling/stack/pgbouncer';
import { onPostgres } from './postgres-world.ts';
import { NOW } from './test-services.ts';

const pgbouncerInstalled = testsNeed('PgBouncer');

const NEVER_MS = 3_600_000;
const SOON = { timeout: 20_000 };

const event = (name: string): LiveEvent => ({
  type: 'permissions.changed',
  at: NOW.toISOString(),
  officeId: 'N1',
  actor: { username: 'a', user: 'a' },
  subject: { id: name, username: name, user: name },
  added: [],
  removed: [],
});

onPostgres('hints between two services on a real Postgres', (world) => {
  const ends: (() => unknown)[] = [];
  /** Logged reasons why notifications did not work. */
  const reasons: unknown[] = [];
  const logger = pino({}, { write: (line) => reasons.push((JSON.parse(line) as { reason?: string }).reason) });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    reasons.length = 0;
  });

  /** The event feed of one service, with everything it delivered to a reader of N1. */
  async function service(databaseUrl: string, pollMs: number) {
    const notifications = new EventNotifications(databaseUrl, logger);
    const feed = new EventFeed(world.db, logger, { pollMs, notifications });
    const stop = new AbortController();
    const steps = followEvents({ ...world.services, feed }, ['N1'], { isFor: () => true, signal: stop.signal });
    expect((await steps.next()).value).toMatchObject({ kind: 'place' });
    const delivered: string[] = [];
    const reading = (async () => {
      for await (const step of steps)
        if (step.kind === 'event') delivered.push((step.event.data as LiveEvent).subject.id);
    })();
    ends.push(async () => {
      stop.abort();
      await reading;
      await feed.close();
    });
    return { notifications, feed, delivered };
  }
  type Service = Awaited<ReturnType<typeof service>>;

  async function write({ feed }: Pick<Service, 'feed'>, name: string): Promise<void> {
    await world.db.transaction().execute((trx) => appendEvent(trx, 'norte', event(name)));
    feed.nudge('N1');
  }
  const working = (...services: Service[]) =>
    expect.poll(() => services.every(({ notifications }) => notifications.works), SOON).toBe(true);
  it("delivers another service's event without waiting for a poll", async () => {
    const url = world.url;
    const [one, two] = [await service(url, NEVER_MS), await service(url, NEVER_MS)];
    await working(one, two);
    await write(one, 'first');
    await expect.poll(() => two.delivered, SOON).toEqual(['first']);
    await write(two, 'second');
    await expect.poll(() => one.delivered, SOON).toEqual(['first', 'second']);
    expect(two.delivered).toEqual(['first', 'second']);
  });

  it('names an office whose id contains spaces', async () => {
    const url = world.url;
    const heard: string[] = [];
    const pair = [new EventNotifications(url, logger), new EventNotifications(url, logger)] as const;
    for (const each of pair) {
      each.start((officeId) => heard.push(officeId));
      ends.push(() => each.close());
    }
    await expect.poll(() => pair.every(({ works }) => works), SOON).toBe(true);
    pair[0].announce('San Juan de Miraflores');
    await expect.poll(() => heard, SOON).toEqual(['San Juan de Miraflores']);
  });

  it('reconnects after losing its connection', async () => {
    const url = world.url;
    const [one, two] = [await service(url, NEVER_MS), await service(url, NEVER_MS)];
    await working(one, two);
    for (const round of ['first', 'second']) {
      const { rows } = await sql<{ ended: boolean }>`
        select pg_terminate_backend(pid) as ended from pg_stat_activity 
        where application_name like 'despacho-events %' and datname = current_database()`.execute(world.db);
      expect(rows).toHaveLength(2);
      await expect.poll(() => [one.notifications.works, two.notifications.works], SOON).toEqual([false, false]);
      await working(one, two);
      await write(one, round);
      await expect.poll(() => two.delivered, SOON).toContain(round);
    }
  });

  it('polls if the server is unreachable for notifications', async () => {
    const nowhere = `postgres://despacho@127.0.0.1:${String(await freePort())}/tests`;
    const [one, two] = [await service(nowhere, NEVER_MS), await service(nowhere, 200)];
    await write(one, 'first');
    await expect.poll(() => two.delivered, SOON).toEqual(['first']);
    expect([one.notifications.works, two.notifications.works]).toEqual([false, false]);
  });

  it.runIf(pgbouncerInstalled)(
    'detects that PgBouncer in transaction mode drops notifications, and polls',
    async () => {
      const bouncer = await startPgbouncer(world.url);
      ends.push(() => bouncer.stop());
      const direct = await service(world.url, NEVER_MS);
      const pooled = await service(bouncer.url, 200);
      await working(direct);
      await write(direct, 'first');
      await expect.poll(() => pooled.delivered, SOON).toEqual(['first']);
      // LISTEN itself succeeds there: only the test notification shows that none arrive.
      await expect.poll(() => reasons, SOON).toContain('a trial notification did not arrive');
      expect([direct.notifications.works, pooled.notifications.works]).toEqual([true, false]);
    },
  );

  it('does not fail a write when notifications fail', async () => {
    const url = world.url;
    const one = await service(url, NEVER_MS);
    await working(one);
    await world.db.executeQuery(
      CompiledQuery.raw(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'despacho-events %' and datname = current_database()",
      ),
    );
    await write(one, 'first');
    await write(one, 'second');
    await expect.poll(() => one.delivered, SOON).toEqual(['first', 'second']);
  });
});
