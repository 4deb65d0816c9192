import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { insertOrders, type NewOrder } from '#orders/order/insert-orders.ts';
import { Fitness } from '#platform/fitness/fitness.ts';
import { fieldsOfInput } from '#orders/order/order-input.ts';
import { DispatchClient, dispatcherOf, orderInput, ownClient, type Worker } from './dispatch-world.ts';
import { resetPeople } from './people.ts';
import { onPostgres } from './postgres-world.ts';
import request from './request.ts';
import { createClock, createServices, createTestApp, NOW } from './test-services.ts';

/** Far more than the pool's connections. */
const WAITING = 30;

onPostgres('an office whose row is held for long', (world) => {
  let opened: OpenDatabase;
  let database: string;
  beforeEach(async () => {
    const databaseUrl = await world.createDatabase('shares');
    database = new URL(databaseUrl).pathname.slice(1);
    opened = await openDatabase({ databaseUrl, dataDir: '' }, () => undefined);
    await resetPeople(opened.db);
  });
  afterEach(() => opened.close());

  it('leaves connections for other offices and /health while one office waits', async () => {
    const { db, shares, check } = opened;
    const app = createTestApp({
      ...createServices(db, createClock()),
      shares,
      fitness: new Fitness(() => check([])),
    });
    const dispatch = new DispatchClient(app);
    const create = (as: Worker) => dispatch.call('orders.create', { as, body: orderInput(ownClient(as)) });

    // An import of N1 that has taken codes and the office's lock, and does not end yet.
    const [begun, ending] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const importing = transact(db, async (trx) => {
      const orders = [fieldsOfInput(orderInput()) as NewOrder];
      const written = await insertOrders(trx, dispatcherOf('ana'), { id: 'import', now: NOW }, orders, 'importada');
      begun.resolve(undefined);
      await ending.promise;
      return written;
    });
    await begun.promise;
    const waiting = Array.from({ length: WAITING }, () => create('ana').then((answer) => answer));
    const locked = sql<{ count: number }>`
      select count(*) as count from pg_stat_activity where wait_event_type = 'Lock' and datname = ${database}`;
    try {
      const countLocked = async () => (await locked.execute(world.db)).rows[0]?.count;
      await expect.poll(countLocked, { timeout: 20_000 }).toBe(2);
      // waits: without a share, the server would show more than 2 before long.
      await sleep(500);
      expect(await countLocked()).toBe(2);
      const others = await Promise.all([
        dispatch.call('orders.list', { as: 'ana' }),
        dispatch.call('orders.list', { as: 'neighbour' }),
        dispatch.call('orders.list', { as: 'stranger' }),
        create('neighbour'),
        create('stranger'),
        request(app).get('/health'),
      ]);
      expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      const answers = await Promise.all(waiting);
      const kinds = new Set(answers.map(({ status, headers }) => `${status} ${headers['retry-after'] ?? ''}`));
      expect([...kinds]).toEqual(['409 5']);
    } finally {
      ending.resolve(undefined);
    }
    const [imported] = await importing;
    expect(imported?.code).toBe('D0000001');
    expect((await create('ana')).status).toBe(200);
  });

  it('cancels a statement that takes longer than the gateway waits', async () => {
    await expect(sql`select pg_sleep(60)`.execute(opened.db)).rejects.toMatchObject({ code: '57014' });
    expect((await sql<{ one: number }>`select 1 as one`.execute(opened.db)).rows).toEqual([{ one: 1 }]);
  });
});
