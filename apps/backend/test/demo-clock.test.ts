import { LOADED_STATES, type OrderChanged } from '@despacho/contracts/dispatch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignOrders } from '../src/assignments/assign-orders.ts';
import { type Database } from '../src/database/open-database.ts';
import { DemoClock } from '../src/demo/day/demo-clock.ts';
import { settleKind } from '../src/demo/settle-kind.ts';
import { fieldsOf } from '../src/orders/order-row.ts';
import { disconnectPhone, replacePhone } from '../src/phones/phones-repository.ts';
import { type Services } from '../src/services.ts';
import { createClock, createServices, openTestDatabase } from './test-services.ts';

const STEPS = 150;

describe('a running demonstration', { timeout: 300_000 }, () => {
  const closings: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of closings) await close();
  });

  /** Ten in the morning in Lima, with a few hundred orders. */
  async function open() {
    const { db, close } = await openTestDatabase();
    closings.push(close);
    const clock = createClock();
    await settleKind(db, true, clock, 300);
    const services = createServices(db, clock);
    return { db, clock, services, day: new DemoClock(services) };
  }
  let worlds: Awaited<ReturnType<typeof open>>[] = [];
  let world: Awaited<ReturnType<typeof open>>;
  // Opening a demonstration is slow, so later tests continue in the same one.
  beforeAll(async () => {
    world = await open();
    worlds = [await open(), world];
  });

  async function play({ day, clock }: { day: DemoClock; clock: ReturnType<typeof createClock> }, steps: number) {
    for (let step = 0; step < steps; step++) {
      clock.move(3500);
      expect(await day.step()).toBe(true);
    }
  }

  const since = async (db: Database, positions: ReadonlyMap<string, number>): Promise<OrderChanged[]> => {
    const rows = await db
      .selectFrom('events')
      .select(['office_id', 'position', 'data'])
      .orderBy('office_id')
      .orderBy('position')
      .execute();
    return rows
      .filter(({ office_id, position }) => position > (positions.get(office_id) ?? 0))
      .map(({ data }) => data as unknown as OrderChanged);
  };
  const positionsOf = async (db: Database) =>
    new Map(
      (await db.selectFrom('offices').select(['id', 'event_position']).execute()).map((row) => [
        row.id,
        row.event_position,
      ]),
    );

  it('is reproducible from its seed, and each order matches its events', async () => {
    const stories = [];
    for (const each of worlds) {
      const before = await positionsOf(each.db);
      await play(each, STEPS);
      const logged = await since(each.db, before);
      stories.push(
        logged.map(({ at, actor, what, order, after, officeId }) => ({ at, actor, what, order, after, officeId })),
      );
      const rows = await each.db.selectFrom('orders').selectAll().execute();
      const all = await since(each.db, new Map());
      for (const row of rows) {
        const own = all.filter(({ order }) => order.id === String(row.id));
        expect(own.map(({ order }) => order.version)).toEqual(own.map((_, index) => index + 1));
        expect(Object.assign({}, ...own.map(({ after }) => after))).toEqual(fieldsOf(row));
      }
    }
    expect(stories[1]).toEqual(stories[0]);
    const [story = []] = stories;
    // All kinds of changes, in every office, by the system and by couriers.
    const kinds = new Set(story.map(({ what }) => what));
    for (const what of ['creada', 'asignada', 'en_ruta', 'entregada'] as const) expect(kinds).toContain(what);
    expect(new Set(story.map(({ officeId }) => officeId))).toEqual(new Set(['LIMA', 'AREQUIPA', 'TRUJILLO']));
    const actors = new Set(story.filter(({ what }) => what === 'entregada').map(({ actor }) => actor.user));
    expect(actors.size).toBeGreaterThan(1);
    expect(actors).not.toContain('El sistema');
    expect(story.filter(({ what, after }) => what === 'entregada' && after.payments?.length).length).toBeGreaterThan(0);
  });

  it('ignores orders that somebody changed in the last minute', async () => {
    const { db, services } = world;
    const pending = await db
      .selectFrom('orders')
      .select(['id', 'version'])
      .where('office_id', '=', 'LIMA')
      .where('state', '=', 'pendiente')
      .execute();
    const luis = {
      sub: 'LIMA/luis',
      username: 'luis',
      user: 'Luis',
      charge: '',
      companyId: 'demo',
      officeId: 'LIMA',
      timeZone: 'America/Lima',
    };
    const orders = pending.map(({ id, version }) => ({ id: String(id), version }));
    await assignOrders(services, luis, 'llave-0001', { courierId: '1', orders });
    const ids = new Set(orders.map(({ id }) => id));
    const touched = async (before: ReadonlyMap<string, number>) =>
      (await since(db, before)).filter(({ order }) => ids.has(order.id)).length;
    const before = await positionsOf(db);
    await play(world, 17);
    expect(await touched(before)).toBe(0);
    await play(world, 60);
    expect(await touched(before)).toBeGreaterThan(0);
  });

  it('leaves the orders of couriers with a connected phone to that phone', async () => {
    const { db, clock, services } = world;
    const loaded = () =>
      db
        .selectFrom('orders')
        .select(['id', 'courier_id', 'version'])
        .where('office_id', '=', 'LIMA')
        .where('state', 'in', LOADED_STATES)
        .execute();
    const pending = await db
      .selectFrom('orders')
      .select(['id', 'version'])
      .where('office_id', '=', 'LIMA')
      .where('state', '=', 'pendiente')
      .execute();
    const luis = {
      sub: 'LIMA/luis',
      username: 'luis',
      user: 'Luis',
      charge: '',
      companyId: 'demo',
      officeId: 'LIMA',
      timeZone: 'America/Lima',
    };
    const orders = pending.map(({ id, version }) => ({ id: String(id), version }));
    await assignOrders(services, luis, 'llave-0002', { courierId: '1', orders });
    await replacePhone(db, { ...luis, courierId: 1 }, { sessionHash: 'x', name: 'Android' }, clock());
    clock.move(90_000);
    const before = (await loaded()).filter(({ courier_id }) => courier_id === 1);
    expect(before.length).toBeGreaterThan(0);
    await play(world, 80);
    const after = await loaded();
    for (const order of before) expect(after).toContainEqual(order);
    await disconnectPhone(db, luis, 1, clock());
    await play(world, 80);
    expect(await loaded()).not.toEqual(expect.arrayContaining(before));
  });

  it('advances by itself once started, and stops on request', async () => {
    const { db, services } = world;
    const day = new DemoClock(services, { least: 0, most: 1 });
    const happened = async (before: ReadonlyMap<string, number>) => (await since(db, before)).length;
    const before = await positionsOf(db);
    expect(await happened(before)).toBe(0);
    day.start();
    await expect.poll(() => happened(before), { timeout: 60_000 }).toBeGreaterThan(3);
    await day.stop();
    const stopped = await positionsOf(db);
    // If it continued, actions would happen between these reads, which all wait for the same connection.
    for (let reading = 0; reading < 20; reading++) expect(await happened(stopped)).toBe(0);
  });

  it('logs a failed action and continues', async () => {
    const { db, services } = world;
    const warned: unknown[] = [];
    const logger = Object.assign(Object.create(services.logger) as Services['logger'], {
      warn: (logged: unknown) => warned.push(logged),
    });
    // With an invalid clock no action can succeed.
    const day = new DemoClock({ ...services, logger, clock: () => new Date(Number.NaN) }, { least: 0, most: 1 });
    const before = await positionsOf(db);
    day.start();
    await expect.poll(() => warned.length, { timeout: 60_000 }).toBeGreaterThan(2);
    await day.stop();
    expect(await since(db, before)).toEqual([]);
  });
});
