import { sql } from 'kysely';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { OrdersRead } from '#platform/reading/orders-read.ts';
import { dispatcherOf } from './dispatch-world.ts';
import { NOW } from './test-services.ts';
import { useDesk } from './use-desk.ts';

const desk = useDesk();
const { dispatch } = desk;

const MOST = 20;

/** The count of one process, and what it logs. */
function counting() {
  const lines: unknown[] = [];
  const sink = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(JSON.parse(line.toString()));
      done();
    },
  });
  return { read: new OrdersRead(desk.db, pino(sink), MOST), lines };
}

it('refuses further orders above the maximum, and reports half of it once', async () => {
  const { read, lines } = counting();
  desk.services.ordersRead = read;
  await dispatch.createOrders(30);
  const page = async (cursor?: string) =>
    dispatch.call('orders.list', { query: { limite: '5', ...(cursor !== undefined && { cursor }) } });
  let cursor: string | undefined;
  const statuses: number[] = [];
  for (let at = 0; at < 6; at += 1) {
    const answer = await page(cursor);
    const { status } = answer;
    statuses.push(status);
    cursor = (answer.body as { next?: string }).next ?? cursor;
  }
  // The count is approximate: of 20 different ids one set in twenty seems to have 19. Then a fifth page is allowed.
  expect(statuses).toEqual([200, 200, 200, 200, expect.toBeOneOf([200, 429]), 429]);
  expect(lines).toHaveLength(1);
  expect(lines).toMatchObject([{ event: 'orders.read', person: 'N1/ana', most: MOST }]);
  expect((lines[0] as { orders: number }).orders).toBeOneOf([10, 14, 15]);
  expect((await page()).body).toMatchObject({ message: expect.stringContaining('órdenes distintas') as string });
  // Neither a colleague's reads count, nor answers without personal data.
  expect((await dispatch.call('orders.list', { as: 'luis' })).status).toBe(200);
  expect((await dispatch.call('orders.counts')).status).toBe(200);
});

it('counts an order once, also if another operation reads it', async () => {
  const { read } = counting();
  desk.services.ordersRead = read;
  const orders = await dispatch.createOrders(5);
  for (let at = 0; at < 10; at += 1) {
    expect((await dispatch.call('orders.list')).status).toBe(200);
    expect((await dispatch.call('orders.map')).status).toBe(200);
    expect((await dispatch.call('orders.read', { id: orders[0]?.id ?? '' })).status).toBe(200);
  }
});

it('is shared by two processes, survives a restart, and begins again the next day', async () => {
  const person = dispatcherOf('ana');
  const ids = (from: number) => Array.from({ length: 12 }, (_, at) => String(from + at));
  const [first, second] = [counting().read, counting().read];
  for (const each of [first, second]) await each.requireLeft(person, NOW);
  first.add(person, ids(0), NOW);
  second.add(person, ids(100), NOW);
  await first.close(NOW);
  const later = new Date(NOW.getTime() + 6000);
  await expect(second.requireLeft(person, later)).rejects.toThrow('órdenes distintas');
  await expect(counting().read.requireLeft(person, later)).rejects.toThrow('órdenes distintas');
  await second.requireLeft(person, new Date(NOW.getTime() + 86_400_000));
});

it('continues while the database accepts no changes, and is stored afterwards', async () => {
  const person = dispatcherOf('ana');
  const before = counting().read;
  await before.requireLeft(person, NOW);
  before.add(person, ['1'], NOW);
  await before.close(NOW);
  const { read } = counting();
  desk.services.ordersRead = read;
  await dispatch.createOrders(3);
  await sql`set default_transaction_read_only = on`.execute(desk.db);
  try {
    expect((await dispatch.call('orders.list')).status).toBe(200);
    read.add(
      person,
      Array.from({ length: MOST }, (_, at) => `other ${at}`),
      NOW,
    );
    expect((await dispatch.call('orders.list')).status).toBe(429);
    await read.close(NOW);
  } finally {
    await sql`set default_transaction_read_only = off`.execute(desk.db);
  }
  await read.close(NOW);
  await expect(counting().read.requireLeft(person, NOW)).rejects.toThrow('órdenes distintas');
});

it('writes nothing while the disk is full', async () => {
  const person = dispatcherOf('ana');
  const read = new OrdersRead(desk.db, pino({ enabled: false }), MOST, () => false);
  await read.requireLeft(person, NOW);
  read.add(person, ['1', '2'], NOW);
  await read.close(NOW);
  expect(await desk.db.selectFrom('person_reads').selectAll().where('orders_read', 'is not', null).execute()).toEqual(
    [],
  );
});
