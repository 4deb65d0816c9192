import { type OrderChanged } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database } from '#platform/database/open-database.ts';
import { DemoClock } from '#edge/demo/day/demo-clock.ts';
import { settleKind } from '#edge/demo/settle-kind.ts';
import { fieldsOf } from '#orders/order/order-row.ts';
import { type Services } from '#edge/services.ts';
import { createClock, createServices, openTestDatabase } from './test-services.ts';

/** Steps that are compared in two demonstrations. */
const STEPS = 60;
/** Further steps of one demonstration, until it has orders in every state for the later tests. */
const MORE = 90;

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
    await play(world, MORE);
    // Only what an office does, in every office.
    const kinds = new Set(story.map(({ what }) => what));
    for (const what of ['creada', 'asignada'] as const) expect(kinds).toContain(what);
    for (const what of ['en_ruta', 'entregada', 'no_entregada'] as const) expect(kinds).not.toContain(what);
    expect(new Set(story.map(({ officeId }) => officeId))).toEqual(new Set(['LIMA', 'AREQUIPA', 'TRUJILLO']));
    expect(new Set(story.map(({ actor }) => actor.user))).toEqual(new Set(['El sistema']));
  });

  it('ignores orders that somebody changed in the last minute', async () => {
    const { db, clock } = world;
    const pending = await db.selectFrom('orders').select('id').where('state', '=', 'pendiente').execute();
    await db.updateTable('order_progress').set({ changed_at: clock() }).where('state', '=', 'pendiente').execute();
    const ids = new Set(pending.map(({ id }) => String(id)));
    const touched = async (before: ReadonlyMap<string, number>) =>
      (await since(db, before)).filter(({ order }) => ids.has(order.id)).length;
    const before = await positionsOf(db);
    await play(world, 17);
    expect(await touched(before)).toBe(0);
    await play(world, 60);
    expect(await touched(before)).toBeGreaterThan(0);
  });

  it('follows up failed visits', async () => {
    const { db, clock } = world;
    const failed = { state: 'no_entregada', closed_at: clock(), visit_day: '2026-11-20', changed_at: clock() } as const;
    // Of the last days, so that there are more than a few: chance decides what follows each.
    await db
      .updateTable('order_progress')
      .set(failed)
      .where('state', 'in', ['en_ruta', 'entregada'])
      .where((where) => where.or([where('visit_day', 'is', null), where('visit_day', '>', '2026-11-13')]))
      .execute();
    clock.move(90_000);
    const before = await positionsOf(db);
    const kinds = new Set<string>();
    for (let steps = 0; steps < 240 && !(kinds.has('nueva_visita') && kinds.has('en_devolucion')); steps += 20) {
      await play(world, 20);
      for (const { what } of await since(db, before)) kinds.add(what);
    }
    for (const what of ['nueva_visita', 'en_devolucion'] as const) expect(kinds).toContain(what);
  });

  it('lets no order arrive that the couriers of its office could not carry', async () => {
    const { db, clock, day } = world;
    const created = async (before: ReadonlyMap<string, number>) =>
      (await since(db, before)).filter(({ what }) => what === 'creada').length;
    const before = await positionsOf(db);
    await db.updateTable('couriers').set({ capacity_orders: 1 }).execute();
    for (let step = 0; step < 12; step++) {
      clock.move(3500);
      await day.step();
    }
    expect(await created(before)).toBe(0);
    await db.updateTable('couriers').set({ capacity_orders: 100 }).execute();
    await play(world, 12);
    expect(await created(before)).toBeGreaterThan(0);
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

  it('acts faster while few couriers have orders', async () => {
    const { db, day } = world;
    await db.updateTable('order_progress').set({ state: 'pendiente', courier_id: null }).execute();
    expect(await day.gap()).toEqual({ least: 500, most: 1500 });
    const couriers = await db.selectFrom('couriers').select(['id', 'office_id']).limit(30).execute();
    for (const { id, office_id } of couriers)
      await sql`update order_progress set state = 'asignada', courier_id = ${id} where order_id = (
        select order_id from order_progress where office_id = ${office_id} and state = 'pendiente' limit 1)`.execute(
        db,
      );
    expect(await day.gap()).toEqual({ least: 10_000, most: 20_000 });
  });
});
