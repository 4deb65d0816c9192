import { randomUUID } from 'node:crypto';
import { type OrderChanged } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database } from '#platform/database/open-database.ts';
import { settleKind } from '#edge/demo/settle-kind.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { createOrder } from '#orders/order/create-order.ts';
import { listOrders, pageOf } from '#orders/order/list-orders.ts';
import { fieldsOf, type OrderRow } from '#orders/order/order-row.ts';
import { encodePlace } from '#orders/order/page-cursor.ts';
import { issueToken } from '#people/tokens/issue-token.ts';
import { maySetUp } from '#people/factors/may-set-up.ts';
import { requireUser } from '#people/users/users-repository.ts';
import { createCourier } from '#fleet/couriers/create-courier.ts';
import { emptyFilter } from '@despacho/contracts/dispatch';
import { reportSignIn } from './sign-in-rules.ts';
import { courierInput, orderInput } from './dispatch-world.ts';
import { createClock, createServices, openTestDatabase } from './test-services.ts';

describe('a filled demonstration', () => {
  let db: Database;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ db, close } = await openTestDatabase());
    await settleKind(db, true, createClock(), 600);
  });
  afterAll(() => close());

  it('has no account that can be deleted as unused', async () => {
    const signedIn = db.selectFrom('sign_ins').select('user_id');
    const unused = db.selectFrom('users').select('username').where('id', 'not in', signedIn);
    expect(await unused.execute()).toEqual([]);
  });

  it('lets people set up a second factor from where they first sign in', async () => {
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'ana.torres')
      .executeTakeFirstOrThrow();
    const office = await db
      .selectFrom('offices')
      .select('company_id')
      .where('id', '=', 'LIMA')
      .executeTakeFirstOrThrow();
    const person = await requireUser(db, { companyId: office.company_id, officeId: 'LIMA' }, id);
    const now = createClock()();
    const maySetUpAt = (address: string) => maySetUp(db, person, address, now);
    expect(await maySetUpAt('203.0.113.7')).toBe(false);
    await issueToken(db, id, { now, hours: 1 });
    await reportSignIn({ db, clock: () => now }, 'ana.torres', '203.0.113.7', now, {
      id,
      company: person.ruc,
      officeId: 'LIMA',
    });
    expect([await maySetUpAt('203.0.113.7'), await maySetUpAt('198.51.100.7')]).toEqual([true, false]);
  });

  it('has orders that match their events, numbered without gaps', async () => {
    const orders = await db.selectFrom('orders').selectAll().orderBy('id').execute();
    expect(orders).toHaveLength(600);
    expect(orders.map(({ code }) => code)).toEqual(orders.map((_, index) => `D${String(index + 1).padStart(7, '0')}`));
    const offices = await db.selectFrom('offices').select(['id', 'event_position']).execute();
    for (const { id, event_position } of offices) {
      const events = await db
        .selectFrom('events')
        .select(['position', 'order_id', 'data', 'at'])
        .where('office_id', '=', id)
        .orderBy('position')
        .execute();
      expect(events.map(({ position }) => position)).toEqual(
        Array.from({ length: event_position }, (_, index) => index + 1),
      );
      expect(events.every(({ at }, index) => index === 0 || at >= (events[index - 1]?.at ?? at))).toBe(true);
      for (const order of orders.filter(({ office_id }) => office_id === id)) {
        const own = events
          .filter(({ order_id }) => order_id === order.id)
          .map(({ data }) => data as unknown as OrderChanged);
        expect(own.length).toBe(order.version);
        expect(Object.assign({}, ...own.map(({ after }) => after))).toEqual(fieldsOf(order));
        expect(own.every(({ order: logged }) => logged.id === String(order.id))).toBe(true);
      }
    }
  });

  it('knows the doors that were visited often, of each office in its own province', async () => {
    const doors = await db.selectFrom('doors').selectAll().execute();
    expect(doors.length).toBeGreaterThan(0);
    for (const { degree, source, agreeing } of doors)
      expect([degree, source, agreeing]).toEqual(['puerta', 'visitas', 3]);
    const { rows } = await sql<{ few: number }>`
      select count(*)::integer as few from doors where (
        select count(*) from orders where orders.ubigeo = doors.ubigeo and state = 'entregada'
      ) < 3`.execute(db);
    expect(rows).toEqual([{ few: 0 }]);
  });

  it('has photos at the door of each address, also of orders without coordinates', async () => {
    const { rows } = await sql<{ spread: number; far: number; without: number; unmeasured: number }>`
      select max(spread) as spread, max(far) as far, sum(without)::integer as without, sum(unmeasured)::integer as unmeasured
      from (
        select greatest(max(photo.lat) - min(photo.lat), max(photo.lng) - min(photo.lng)) as spread,
          max(distance) as far, count(*) filter (where approximate) as without,
          count(*) filter (where (distance is null) <> approximate) as unmeasured
        from evidence as photo join order_details as details on details.id = photo.order_id
        group by details.ubigeo, details.address
      ) as doors`.execute(db);
    // 16 m in degrees, and less than a visit that is far from its address.
    expect(rows[0]?.spread).toBeLessThan(0.000_15);
    expect(rows[0]?.spread).toBeGreaterThan(0);
    expect(rows[0]?.far).toBeGreaterThan(10);
    expect(rows[0]?.far).toBeLessThan(60);
    expect(rows[0]?.without).toBeGreaterThan(20);
    expect(rows[0]?.unmeasured).toBe(0);
  });

  it('has statistics, without which the planner misestimates both halves', async () => {
    const { rows } = await sql<{ table: string }>`
      select distinct tablename as table from pg_stats where tablename in ('order_details', 'order_progress', 'order_search', 'events')
      order by 1`.execute(db);
    expect(rows.map(({ table }) => table)).toEqual(['events', 'order_details', 'order_progress', 'order_search']);
  });

  it('reads only the rows of one page from each order table', async () => {
    const read = async (): Promise<number> => {
      await sql`select pg_stat_force_next_flush()`.execute(db);
      const { rows } = await sql<{ read: number }>`
        select sum(idx_tup_fetch + seq_tup_read)::bigint as read from pg_stat_user_tables
        where relname in ('order_details', 'order_progress')`.execute(db);
      return rows[0]?.read ?? NaN;
    };
    const lima = { companyId: 'demo', officeId: 'LIMA' } as Dispatcher;
    const page = { filter: emptyFilter(), sort: 'codigo', size: 10 } as const;
    const cursor = encodePlace('codigo', { id: 200 } as OrderRow);
    const before = await read();
    expect((await pageOf(db, lima, { ...page, cursor }, createClock()())).rows).toHaveLength(10);
    expect((await read()) - before).toBeLessThan(60);
  });

  it('supports searches and changes', async () => {
    const services = createServices(db, createClock());
    const ana: Dispatcher = {
      sub: 'LIMA/ana.torres',
      username: 'ana.torres',
      user: 'Ana',
      charge: 'S',
      companyId: 'demo',
      officeId: 'LIMA',
      timeZone: 'America/Lima',
      dayTurnsAt: '05:00',
    };
    const found = await listOrders(services, ana, {
      filter: { ...emptyFilter(), search: 'd0000007' },
      sort: 'codigo',
      size: 5,
    });
    expect(found.orders.map(({ code }) => code)).toEqual(['D0000007']);
    const client = { id: '5001', name: 'Un cliente de la demostración', phone: null };
    expect((await createOrder(services, ana, 'llave-0001', orderInput({ client }))).code).toBe('D0000601');
    expect((await createCourier(services, ana, randomUUID(), courierInput())).id).toBe('151');
  });
});
