import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assignOrders } from '../src/assignments/assign-orders.ts';
import { createCourier } from '../src/couriers/create-courier.ts';
import { type Database, openDatabase } from '../src/database/open-database.ts';
import { lockOffice } from '../src/offices/offices-repository.ts';
import { createOrder } from '../src/orders/create-order.ts';
import { listOrders } from '../src/orders/list-orders.ts';
import { emptyFilter } from '@despacho/contracts/dispatch';
import { type Services } from '../src/services.ts';
import { courierInput, dispatcherOf, orderInput } from './dispatch-world.ts';
import { resetPeople } from './people.ts';
import { findPostgres, startPostgres } from './postgres-server.ts';
import { createClock, createServices } from './test-services.ts';

const bin = await findPostgres();
const title = bin
  ? 'orders on a real Postgres, where requests really are at the same time'
  : 'orders on a real Postgres (SKIPPED: install the package "postgresql" to run these)';

describe.skipIf(!bin)(title, { timeout: 120_000 }, () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let db: Database;
  let close: () => Promise<void>;
  let services: Services;

  beforeAll(async () => {
    server = await startPostgres(bin ?? '');
    const client = new pg.Client(server.url);
    await client.connect();
    await client.query('create database dispatch');
    await client.end();
    const databaseUrl = server.url.replace(/\/postgres$/, '/dispatch');
    ({ db, close } = await openDatabase({ databaseUrl, dataDir: '' }, (error) => {
      throw error;
    }));
  });
  afterAll(async () => {
    await close();
    await server.stop();
  });
  beforeEach(async () => {
    await resetPeople(db);
    services = createServices(db, createClock());
  });

  const ana = dispatcherOf('ana');
  const luis = dispatcherOf('luis');
  const key = (): string => randomUUID();

  /** Holds the office until `count` others wait for it, so that they really have all begun. */
  async function atOnce<T>(count: number, begin: () => Promise<T>[]): Promise<PromiseSettledResult<T>[]> {
    const locked = Promise.withResolvers<undefined>();
    const holding = Promise.withResolvers<undefined>();
    const held = db.transaction().execute(async (trx) => {
      await lockOffice(trx, 'norte', 'N1');
      locked.resolve(undefined);
      await holding.promise;
    });
    await locked.promise;
    const all = Promise.allSettled(begin());
    try {
      const waiting = sql<{ count: number }>`select count(*) from pg_stat_activity where wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waiting.execute(db)).rows[0]?.count, { timeout: 20_000 }).toBe(count);
    } finally {
      holding.resolve(undefined);
      await held;
    }
    return all;
  }
  const fulfilled = <T>(results: PromiseSettledResult<T>[]): T[] =>
    results.map((result) => {
      if (result.status === 'rejected') throw result.reason as Error;
      return result.value;
    });

  it('gives an order to one of two who want it at the same moment, and tells the other who has it', async () => {
    const [pedro, sara] = [
      await createCourier(services, ana, courierInput()),
      await createCourier(services, ana, courierInput({ name: 'Sara' })),
    ];
    const orders = [];
    for (let index = 0; index < 5; index++) orders.push(await createOrder(services, ana, key(), orderInput()));
    const refs = orders.map(({ id, version }) => ({ id, version }));
    const receipts = fulfilled(
      await atOnce(2, () => [
        assignOrders(services, ana, key(), { courierId: pedro.id, orders: refs }),
        assignOrders(services, luis, key(), { courierId: sara.id, orders: refs.toReversed() }),
      ]),
    );
    expect(receipts.map(({ outcomes }) => outcomes.filter(({ ok }) => ok).length).sort()).toEqual([0, 5]);
    const loser = receipts.find(({ batch }) => batch === null);
    const winner = receipts.find(({ batch }) => batch !== null) === receipts[0] ? 'ana' : 'luis';
    expect(loser?.outcomes.map((each) => (each.ok ? '' : each.now?.changed.by.username))).toEqual(
      refs.map(() => winner),
    );
    const rows = await db.selectFrom('orders').select(['version', 'courier_id']).execute();
    expect(rows).toEqual(refs.map(() => ({ version: 2, courier_id: Number(winner === 'ana' ? pedro.id : sara.id) })));
  });

  it('does a request that arrives three times at once a single time', async () => {
    const pedro = await createCourier(services, ana, courierInput());
    const { id, version } = await createOrder(services, ana, key(), orderInput());
    const again = key();
    const receipts = fulfilled(
      await atOnce(3, () =>
        [1, 2, 3].map(() => assignOrders(services, ana, again, { courierId: pedro.id, orders: [{ id, version }] })),
      ),
    );
    expect(receipts[0]?.outcomes).toMatchObject([{ ok: true, changed: true }]);
    expect(receipts).toEqual([receipts[0], receipts[0], receipts[0]]);
    expect(await db.selectFrom('events').select('position').where('order_id', '=', Number(id)).execute()).toHaveLength(
      2,
    );
  });

  it('counts codes and positions without gap or repetition while two offices create at once', async () => {
    const neighbour = dispatcherOf('neighbour');
    const pedro = await createCourier(services, ana, courierInput());
    const created = await Promise.all(
      Array.from({ length: 40 }, (_, index) => createOrder(services, index % 2 ? ana : neighbour, key(), orderInput())),
    );
    // Assigning meanwhile takes the office without the company: the two orders of locking must not meet.
    await Promise.all(
      created
        .filter(({ officeId }) => officeId === 'N1')
        .flatMap(({ id, version }) => [
          assignOrders(services, luis, key(), { courierId: pedro.id, orders: [{ id, version }] }),
          createOrder(services, ana, key(), orderInput()),
        ]),
    );
    const codes = (await db.selectFrom('orders').select('code').orderBy('code').execute()).map(({ code }) => code);
    expect(codes).toEqual(Array.from({ length: 60 }, (_, index) => `D${String(index + 1).padStart(7, '0')}`));
    for (const [office, count] of [
      ['N1', 61],
      ['N2', 20],
    ] as const) {
      // prettier-ignore
      const events = await db.selectFrom('events').select('position').where('office_id', '=', office).orderBy('position').execute(); // prettier-ignore
      expect(events.map(({ position }) => position)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    }
  });

  it('searches and pages as the embedded database does', async () => {
    for (const name of ['Ñahui', 'Álvarez', 'Zúñiga'])
      await createOrder(services, ana, key(), orderInput({ recipient: { name, phone: null } }));
    const page = { filter: { ...emptyFilter(), search: 'larco' }, sort: 'destinatario', size: 2 } as const;
    const first = await listOrders(services, ana, page);
    const second = await listOrders(services, ana, { ...page, cursor: first.next ?? undefined });
    const names = [...first.orders, ...second.orders].map(({ recipient }) => recipient.name);
    expect([first.orders.length, second.next, names.toSorted()]).toEqual([2, null, ['Zúñiga', 'Álvarez', 'Ñahui']]);
    const found = await listOrders(services, ana, { ...page, filter: { ...emptyFilter(), search: 'NAHUI' } });
    expect(found.orders).toHaveLength(1);
  });
});
