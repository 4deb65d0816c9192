import {
  type CourierInput,
  type Order,
  type OrderInput,
  type Suggest,
  type Suggestion,
} from '@despacho/contracts/dispatch';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { inThreadTurn } from '#platform/threads/thread-turns.ts';
import { buildProblem } from '#work/routes/build-problem.ts';
import { computeRoutes } from '#work/routes/compute-routes.ts';
import { type RouteOrder, readOrders } from '#work/routes/read-orders.ts';
import { inRankTurn, inRouteTurn } from '#work/routes/routes-in-thread.ts';
import { suggestRoutes } from '#work/routes/suggest-routes.ts';
import { FAKE_UNIT, fakeDistances } from './distances/fake-distances.ts';
import { dispatcherOf, orderInput } from './dispatch-world.ts';
import { useThread } from './routes-in-thread.ts';
import { ref, useLoads } from './use-loads.ts';

const desk = useLoads();
const { assign, dispatch, undo } = desk;

const START = { lat: -12.1, lng: -77 };
/** A place some minutes and kilometres east and north of the starting point. */
const at = (east: number, north = 0) => ({ lat: START.lat + north * FAKE_UNIT, lng: START.lng + east * FAKE_UNIT });
const orderAt = (east: number, changes: Partial<OrderInput> = {}): Promise<Order> =>
  dispatch.createOrder({
    place: { ...orderInput().place, address: `Calle ${east}`, point: at(east) },
    ...changes,
  });
const suggest = (body: Suggest = {}): Promise<Suggestion> => dispatch.ok('assignments.suggest', { body });
const suggestFor = async (...orders: Order[]): Promise<Suggestion> => suggest({ orders: orders.map(ref) });
const settings = (changes: object) =>
  desk.db
    .updateTable('offices')
    .set({ starting_point: JSON.stringify({ address: 'Almacén', ...START }), ...changes })
    .where('id', '=', 'N1')
    .execute();
const only = (courier: Partial<CourierInput>) => dispatch.createCourier({ name: 'Zoe', ...courier });
/** Retires the couriers of the desk, so that a test has its own. */
const alone = async (courier: Partial<CourierInput>): Promise<string> => {
  await desk.db
    .updateTable('couriers')
    .set({ state: 'retirado', retired_at: new Date(0) })
    .execute();
  return only(courier);
};
const idsIn = (part: Suggestion['parts'][number] | undefined): string[][] =>
  part?.stops.map(({ orders }) => orders.map(({ id }) => id)) ?? [];
const ids = (...orders: Order[]): string[] => orders.map(({ id }) => id);
const why = ({ unplaced }: Suggestion) => Object.fromEntries(unplaced.map(({ id, why: reason }) => [id, reason]));
const accept = async (id: string, orders: Order[], more: object = {}, as: 'ana' | 'luis' = 'ana') =>
  dispatch.call('assignments.route', {
    as,
    id,
    rawBody: { stops: await dispatch.refs(orders.map((each) => each.id)), ...more },
  });
/** What accepting changes of an order. */
const stateOf = async (orders: Order[]) =>
  Promise.all(
    orders.map(async ({ id }) => {
      const { state, courier, sequence, sequenceDay, pinned, date } = await dispatch.order(id);
      return { state, courier, sequence, sequenceDay, pinned, date };
    }),
  );

beforeEach(async () => {
  desk.services.distances = fakeDistances;
  await settings({ objective: 'fewest-km', door_minutes: 2 });
});

describe('sorting the stops of a day', () => {
  it('proposes a shorter order with its times, and what moves and why', async () => {
    const [far, near, middle] = [await orderAt(30), await orderAt(10), await orderAt(20)];
    await assign([far, near, middle], desk.pedro);
    const { parts, unplaced, distances, isCut } = await suggest();
    expect({ unplaced, distances, isCut }).toEqual({
      unplaced: [],
      distances: { source: 'fake', hasFallenBack: false },
      isCut: false,
    });
    expect(parts).toHaveLength(1);
    expect(idsIn(parts[0])).toEqual([ids(near), ids(middle), ids(far)]);
    expect(parts[0]).toMatchObject({
      courierId: desk.pedro,
      orders: [],
      leaving: [],
      start: 'office',
      // 10:00 in Lima, ten minutes of driving to each stop and two at each door.
      stops: [{ arrivesAt: 610 }, { arrivesAt: 622 }, { arrivesAt: 634 }],
      after: { km: 30, minutes: 36, endsAt: 636, late: 0 },
      before: { km: 60 },
      moves: [{ ids: [far.id], why: 'shorter' }],
    });
  });

  it('keeps pinned stops, the next stop and what is done where they are', async () => {
    const orders = [await orderAt(40), await orderAt(30), await orderAt(20), await orderAt(10)];
    const [done, next, pinned, last] = orders as [Order, Order, Order, Order];
    await assign(orders, desk.pedro);
    await dispatch.state(ids(...orders), { to: 'en_ruta' });
    await dispatch.close([done.id], { to: 'no_entregada', reason: 'ausente' });
    const sorted = async (pins: Suggest['pins'] = []) => idsIn((await suggest({ pins })).parts[0]);
    // Without a position of the courier the route begins at the next stop.
    expect((await suggest()).parts[0]).toMatchObject({
      start: 'first_stop',
      stops: [{ isNext: true, pinned: true }, { isNext: false, pinned: false }, { isNext: false }],
    });
    expect(await sorted()).toEqual([ids(next), ids(pinned), ids(last)]);
    expect(
      await sorted([
        { id: last.id, pinned: true },
        { id: pinned.id, pinned: true },
      ]),
    ).toEqual([ids(next), ids(pinned), ids(last)]);
    await desk.db
      .insertInto('courier_positions')
      .values({ office_id: 'N1', courier_id: Number(desk.pedro), at: desk.clock(), ...at(0), arrived_at: desk.clock() })
      .execute();
    expect(await sorted()).toEqual([ids(next), ids(pinned), ids(last)]);
    // The person frees the next stop: from where the courier is, the last one is the nearest.
    expect(await sorted([{ id: next.id, pinned: false }])).toEqual([ids(last), ids(pinned), ids(next)]);
  });

  it('computes the order that a preview shows, and sorts around the stops pinned in it', async () => {
    const orders = [await orderAt(10), await orderAt(20), await orderAt(30)];
    const [near, middle, far] = orders as [Order, Order, Order];
    await assign(orders, desk.pedro);
    const shown = (...pinned: Order[]) =>
      suggest({
        couriers: [desk.pedro],
        routes: [{ courierId: desk.pedro, orders: ids(far, near, middle) }],
        pins: pinned.map(({ id }) => ({ id, pinned: true })),
      });
    const held = (await shown(far, near, middle)).parts[0];
    expect(idsIn(held)).toEqual([ids(far), ids(near), ids(middle)]);
    expect(held?.after.km).toBe(60);
    expect(idsIn((await shown(far)).parts[0])).toEqual([ids(far), ids(middle), ids(near)]);
  });

  it('takes the next stop from the saved order, whatever the preview shows before it', async () => {
    const [next, other, parcel] = [await orderAt(10), await orderAt(20), await orderAt(10)];
    await assign([next, other, parcel], desk.pedro);
    await dispatch.state(ids(next, other), { to: 'en_ruta' });
    const shown = { routes: [{ courierId: desk.pedro, orders: ids(other, parcel, next) }] };
    const pins = [other, parcel, next].map(({ id }) => ({ id, pinned: true }));
    expect((await suggest({ ...shown, pins })).parts[0]).toMatchObject({
      stops: [
        { orders: [{ id: other.id }], isNext: false, pinned: true },
        { orders: [{ id: next.id }, { id: parcel.id }], isNext: true, pinned: true },
      ],
    });
    // A parcel that was not loaded is of the same visit, and does not come before it.
    await accept(desk.pedro, [next, parcel, other]);
    await dispatch.call('assignments.reorder', {
      id: desk.pedro,
      rawBody: { orders: await dispatch.refs(ids(parcel, next, other)) },
    });
    const [first] = idsIn((await suggest()).parts[0]);
    expect(first).toEqual(ids(next, parcel));
  });

  it('asks for the travel of now, and for a later day of its noon', async () => {
    const [now, later] = [await orderAt(1), await orderAt(2, { date: '2026-11-21' })];
    const asked: string[] = [];
    desk.services.distances = {
      measure: (places, { at: hour, ...more }) => {
        asked.push(hour.toISOString());
        return fakeDistances.measure(places, { at: hour, ...more });
      },
    };
    for (const order of [now, later]) {
      await suggest({ orders: [ref(order)] });
      await dispatch.ok('assignments.rank', { body: { orders: [order.id] } });
    }
    const noon = '2026-11-21T17:00:00.000Z';
    expect(asked).toEqual([desk.clock().toISOString(), desk.clock().toISOString(), noon, noon]);
  });

  it('visits the parcels of a door together, within their window', async () => {
    const door = { address: 'Av. Larco 345', reference: null, ubigeo: '150122', point: at(5) };
    const one = await dispatch.createOrder({ place: door });
    const late = await orderAt(10, { window: { from: '10:00', to: '10:12' } });
    const other = await dispatch.createOrder({ place: door });
    await assign([one, late, other], desk.pedro);
    await settings({ objective: 'fewest-late', door_minutes: 10 });
    const [part] = (await suggest()).parts;
    expect(idsIn(part)).toEqual([ids(late), ids(one, other)]);
    expect(part).toMatchObject({ before: { late: 1 }, after: { late: 0 } });
    expect(part?.moves.map((move) => move.why)).toContain('on_time');
  });
});

describe('distributing orders', () => {
  it('states the same problem in whichever order orders and couriers are listed', async () => {
    const created = [await orderAt(5), await orderAt(9), await orderAt(2), await orderAt(7)];
    const listed = await readOrders(desk.db, dispatcherOf('ana'), ids(...created).map(Number));
    const problemFor = (added: RouteOrder[]) => {
      const wanted = {
        couriers: [],
        added,
        soonest: 0,
        takersOf: () => [],
        mayMove: () => false,
        isFreed: () => false,
      };
      const courierSettings = {
        startingPoint: null,
        objective: 'fewest-km',
        doorMinutes: 5,
        routeEnd: 'free',
      } as const;
      return buildProblem({ ...wanted, settings: courierSettings });
    };
    expect(listed).toHaveLength(4);
    fc.assert(
      fc.property(fc.shuffledSubarray(listed, { minLength: listed.length }), (added) => {
        expect(problemFor(added)).toEqual(problemFor(listed));
      }),
      { numRuns: 100 },
    );
    const named = await suggest({ couriers: [desk.sara, desk.pedro], orders: created.map(ref) });
    const same = await suggest({ couriers: [desk.pedro, desk.sara], orders: created.toReversed().map(ref) });
    expect(named.parts).toEqual(same.parts);
  });

  it('respects zones and shifts, and says why an order has no courier', async () => {
    await alone({ zones: ['150101'], shift: { from: '08:00', to: '13:00' } });
    const late = { from: '13:00', to: '15:00' };
    const place = (ubigeo: string) => ({ ...orderInput().place, ubigeo });
    const inZone = await dispatch.createOrder({ place: place('150101') });
    const outside = await dispatch.createOrder({ place: place('150142') });
    const after = await dispatch.createOrder({ place: place('150101'), window: late });
    const tomorrow = await dispatch.createOrder({ date: '2026-11-21' });
    const gone = await dispatch.createOrder();
    await assign([gone], desk.sara).catch(() => undefined);
    await desk.db
      .updateTable('order_progress')
      .set({ state: 'anulada' })
      .where('order_id', '=', Number(gone.id))
      .execute();
    const suggestion = await suggestFor(inZone, outside, after, tomorrow, gone);
    expect(suggestion.parts.map(({ orders }) => orders)).toEqual([[ref(inZone)]]);
    expect(why(suggestion)).toEqual({
      [outside.id]: 'no_zone',
      [after.id]: 'no_shift',
      [tomorrow.id]: 'other_day',
      [gone.id]: 'not_pending',
    });
  });

  it('fills a trip up to the capacity beside the present load, urgent orders first', async () => {
    await settings({ starting_point: null });
    const zoe = await alone({ capacityOrders: 3, capacityGrams: 5_000 });
    const heavy = await orderAt(1, { weightGrams: 4_000 });
    await assign([heavy], zoe);
    const [first, urgent, heavier] = [
      await orderAt(2, { weightGrams: 500 }),
      await orderAt(9, { weightGrams: 500, priority: 'alta' }),
      await orderAt(3, { weightGrams: 1_500, priority: 'alta' }),
    ];
    const another = await orderAt(4, { weightGrams: 100 });
    const suggestion = await suggestFor(first, urgent, heavier, another);
    expect(why(suggestion)).toMatchObject({ [heavier.id]: 'no_capacity' });
    expect(suggestion.unplaced).toHaveLength(2);
    expect(suggestion.parts[0]?.orders.map(({ id }) => id)).toContain(urgent.id);
    expect(suggestion.parts[0]?.warnings).toEqual([]);
  });

  it('loads a courier a second time at the starting point', async () => {
    await alone({ capacityOrders: 2 });
    const orders = [await orderAt(1), await orderAt(2), await orderAt(3)];
    const { parts, unplaced } = await suggestFor(...orders);
    expect(unplaced).toEqual([]);
    expect(parts[0]?.stops.map(({ trip }) => trip)).toEqual(expect.arrayContaining([1, 2]));
    expect(parts[0]?.warnings).toEqual([]);
  });

  it('takes those of an area or a zone of the day, and leaves couriers who get nothing out', async () => {
    const [inside, outside] = [await orderAt(5), await orderAt(50)];
    await assign([await orderAt(7)], desk.sara);
    await desk.db.updateTable('couriers').set({ state: 'ausente' }).where('id', '=', Number(desk.sara)).execute();
    const area = { west: at(4).lng, east: at(6).lng, south: -12.2, north: -12 };
    const { parts, unplaced } = await suggest({ area });
    expect(parts.map(({ courierId, orders }) => [courierId, orders])).toEqual([[desk.pedro, [ref(inside)]]]);
    expect(unplaced).toEqual([]);
    const everywhere = await suggest({ area: { west: -180, east: 180, south: -90, north: 90 } });
    expect(everywhere.parts[0]?.orders.map(({ id }) => id).sort()).toEqual(ids(inside, outside).sort());
    expect((await suggest({ area, day: '2026-11-21' })).parts).toEqual([]);
    expect((await dispatch.call('assignments.suggest', { body: { area: { zoneId: '99' } } })).status).toBe(404);
    expect((await dispatch.call('assignments.suggest', { body: { couriers: ['99999'] } })).status).toBe(404);
  });

  it('keeps what is assigned, unless the request says what may move', async () => {
    const [one, other] = [await orderAt(5), await orderAt(6)];
    await assign([one, other], desk.sara);
    const chosen = [one, other].map((each) => ({ id: each.id, version: each.version + 1 }));
    const couriers = [desk.pedro];
    expect(why(await suggest({ orders: chosen, couriers }))).toEqual({
      [one.id]: 'not_pending',
      [other.id]: 'not_pending',
    });
    const { parts } = await suggest({ orders: [chosen[0] ?? ref(one)], couriers, keep: 'others' });
    expect(parts).toMatchObject([{ courierId: desk.pedro, orders: [{ id: one.id }], moves: [{ why: 'from_other' }] }]);
    const both = await suggest({ couriers: [desk.pedro, desk.sara], keep: 'pinned', orders: [ref(await orderAt(7))] });
    expect(both.parts.flatMap(idsIn).flat().sort()).toHaveLength(3);
  });
});

describe('accepting a route', () => {
  it('assigns, numbers and pins as one change, and undoing it restores the state before', async () => {
    const [a, b, c, foreign] = [await orderAt(1), await orderAt(2), await orderAt(3), await orderAt(4)];
    await assign([a, b], desk.pedro);
    await assign([c], desk.sara);
    const before = await stateOf([a, b, c]);
    const receipt = await accept(desk.pedro, [c, b, a], {});
    // The second stop has its number already.
    expect(receipt.body).toMatchObject({ outcomes: [{ changed: true }, { changed: false }, { changed: true }] });
    const { batch } = receipt.body as { batch: string };
    expect(await stateOf([c, b, a])).toMatchObject(
      [1, 2, 3].map((sequence) => ({ sequence, courier: { id: desk.pedro }, state: 'asignada' })),
    );
    // Another dispatcher works beside it.
    await assign([foreign], desk.pedro, 'luis');
    expect((await undo(batch)).status).toBe(200);
    expect(await stateOf([a, b, c])).toEqual(before);
    expect(await dispatch.order(foreign.id)).toMatchObject({ courier: { id: desk.pedro } });
  });

  it('pins and unpins stops, and leaves the other pins', async () => {
    const [a, b] = [await orderAt(1), await orderAt(2)];
    await assign([a, b], desk.pedro);
    const stopsOf = async (pinnedA?: boolean) => {
      const [first, second] = await dispatch.refs(ids(a, b));
      return { stops: [{ ...first, ...(pinnedA !== undefined && { pinned: pinnedA }) }, second] };
    };
    const pin = async (pinnedA?: boolean) =>
      dispatch.call('assignments.route', { id: desk.pedro, rawBody: await stopsOf(pinnedA) });
    expect((await pin(true)).status).toBe(200);
    expect((await pin()).status).toBe(200);
    expect(await stateOf([a, b])).toMatchObject([{ pinned: true }, {}]);
    expect((await suggest()).parts[0]?.stops[0]).toMatchObject({ pinned: true });
    await pin(false);
    expect((await dispatch.order(a.id)).pinned).toBeUndefined();
  });

  it('is refused if the load changed, and if a stop that somebody drives to would move', async () => {
    const [a, b, c] = [await orderAt(1), await orderAt(2), await orderAt(3)];
    await assign([a, b], desk.pedro);
    await assign([c], desk.pedro, 'luis');
    expect((await accept(desk.pedro, [b, a])).status).toBe(409);
    await dispatch.state(ids(a, b), { to: 'en_ruta' });
    const moved = await accept(desk.pedro, [b, a, c]);
    expect([moved.status, moved.body]).toEqual([409, { message: expect.stringContaining('va camino') as string }]);
    // Nor may another courier take it.
    expect((await accept(desk.sara, [a])).status).toBe(409);
    expect((await accept(desk.pedro, [b, c], { leaving: [a.id] })).status).toBe(409);
    expect((await accept(desk.pedro, [a, c, b])).status).toBe(200);
    const freed = (await dispatch.refs(ids(b, a, c))).map((each) => ({ ...each, pinned: false }));
    expect((await dispatch.call('assignments.route', { id: desk.pedro, rawBody: { stops: freed } })).status).toBe(200);
  });

  it('gives the load of a courier on the way to another one, who may take the next stop too if it is unpinned', async () => {
    const [next, later] = [await orderAt(1), await orderAt(2)];
    await assign([next, later], desk.sara);
    await dispatch.state(ids(next, later), { to: 'en_ruta' });
    const orders = await dispatch.refs(ids(next, later));
    const { parts } = await suggest({ orders, couriers: [desk.pedro], keep: 'others' });
    expect(parts).toMatchObject([{ orders, moves: [{ why: 'from_other' }, { why: 'from_other' }] }]);
    const route = (more: object) =>
      dispatch.call('assignments.route', {
        id: desk.pedro,
        rawBody: { stops: orders.map((each) => ({ ...each, ...more })) },
      });
    expect((await route({})).status).toBe(409);
    expect((await route({ pinned: false })).status).toBe(200);
    expect(await stateOf([next, later])).toMatchObject(
      [1, 2].map((sequence) => ({ sequence, state: 'en_ruta', courier: { id: desk.pedro } })),
    );
  });

  it('lets two couriers swap orders, in any order of the two requests', async () => {
    const [a, b] = [await orderAt(1), await orderAt(2)];
    await assign([a], desk.pedro);
    await assign([b], desk.sara);
    const body = async (stop: Order, leaving: Order) => ({
      stops: await dispatch.refs([stop.id]),
      leaving: [leaving.id],
    });
    const [first, second] = [await body(b, a), await body(a, b)];
    expect((await dispatch.call('assignments.route', { id: desk.pedro, rawBody: first })).status).toBe(200);
    expect((await dispatch.call('assignments.route', { id: desk.sara, rawBody: second })).status).toBe(200);
    expect(await stateOf([a, b])).toMatchObject([{ courier: { id: desk.sara } }, { courier: { id: desk.pedro } }]);
  });
});

describe('ranking couriers for an order', () => {
  it('puts the shortest detour first, and names who becomes late and who is full', async () => {
    const sara = desk.sara;
    await desk.db.updateTable('couriers').set({ zones: [] }).where('id', '=', Number(sara)).execute();
    const full = await only({ capacityOrders: 1 });
    await assign([await orderAt(10)], desk.pedro);
    const tight = await orderAt(20, { window: { from: '10:00', to: '10:21' } });
    await assign([tight], sara);
    await assign([await orderAt(30)], full);
    const added = await orderAt(-1);
    const { day, couriers } = await dispatch.ok('assignments.rank', { body: { orders: [added.id] } });
    expect(day).toBe('2026-11-20');
    expect(couriers).toMatchObject([
      { courierId: desk.pedro, km: 2, minutes: 4, late: [], warnings: [] },
      { courierId: sara, late: [], warnings: [] },
      { courierId: full, warnings: [{ kind: 'orders', by: 1 }] },
    ]);
    const inTheWay = await orderAt(5);
    const [, second] = (await dispatch.ok('assignments.rank', { body: { orders: [inTheWay.id] } })).couriers;
    expect([second?.courierId, second?.late]).toEqual([sara, []]);
    expect((await dispatch.call('assignments.rank', { body: { orders: [added.id, '999999'] } })).status).toBe(404);
  });
});

describe('the limits of a search', () => {
  const NEVER = new AbortController().signal;
  const soon = { cpuMs: 6000, waitMs: 20, answerMs: 8000 };
  const held = () => Promise.withResolvers<undefined>();
  const busy = (message: string) =>
    expect.objectContaining({ kind: 'busy', message: expect.stringContaining(message) as string }) as unknown;

  it('refuses more orders and couriers than it computes, with their number', async () => {
    await sql`
      with given as (
        insert into order_details (company_id, office_id, code, client_name, recipient, address, ubigeo, lat, lng,
          approximate, date, packages, weight_grams, priority, created_at)
        select 'norte', 'N1', 'D' || n, 'Bodega', 'Persona', 'Calle ' || n, '150122', -12, -77, false, '2026-11-20', 1, 1000,
          'normal', now() from generate_series(1, 2001) as n returning id)
      insert into order_progress (office_id, order_id, state, due_at, changed_at, changed_username, changed_user, changed_what)
      select 'N1', id, 'pendiente', now(), now(), 'ana', 'Ana', 'creada' from given`.execute(desk.db);
    const area = { west: -180, east: 180, south: -90, north: 90 };
    const many = await dispatch.call('assignments.suggest', { body: { area } });
    expect([many.status, many.body]).toEqual([400, { message: expect.stringContaining('2,001') as string }]);
    await sql`
      insert into couriers (company_id, office_id, name, vehicle, zones, shift_from, shift_to, capacity_orders,
        capacity_grams, state, created_at)
      select 'norte', 'N1', 'Courier ' || n, 'moto', '{}', '08:00', '18:00', 10, 1000, 'activo', now()
      from generate_series(1, 200) as n`.execute(desk.db);
    const order = await orderAt(1);
    const wide = await dispatch.call('assignments.suggest', { body: { orders: [ref(order)] } });
    expect([wide.status, wide.body]).toEqual([400, { message: expect.stringContaining('201') as string }]);
  });

  it('runs one per person and office, and two threads with those of imports', async () => {
    useThread();
    const work = held();
    const anas = inRouteTurn(dispatcherOf('ana'), NEVER, () => work.promise);
    const of = (who: 'ana' | 'luis' | 'neighbour') => suggestRoutes(desk.services, dispatcherOf(who), {}, NEVER, soon);
    await expect(of('ana')).rejects.toEqual(busy('que usted pidió'));
    await expect(of('luis')).rejects.toEqual(busy('Su oficina'));
    expect(await of('neighbour')).toMatchObject({ parts: [] });
    work.resolve(undefined);
    await anas;
    await assign([await orderAt(1)], desk.pedro);
    const file = held();
    const imports = [1, 2].map(() => inThreadTurn(NEVER, '', () => file.promise));
    await expect(of('ana')).rejects.toEqual(busy('muchas rutas'));
    file.resolve(undefined);
    await Promise.all(imports);
    expect((await of('luis')).parts).toHaveLength(1);
  });

  it('ranks couriers for one request of a person after the other', async () => {
    const { id } = await orderAt(1);
    const first = held();
    const order: string[] = [];
    const running = inRankTurn(dispatcherOf('ana'), NEVER, () => first.promise.then(() => order.push('first')));
    const next = dispatch.ok('assignments.rank', { body: { orders: [id] } }).then(() => order.push('next'));
    const others = async () => dispatch.ok('assignments.rank', { body: { orders: [id] }, as: 'luis' });
    await others();
    await others().then(() => order.push('other'));
    first.resolve(undefined);
    await Promise.all([running, next]);
    expect(order).toEqual(['other', 'first', 'next']);
  });

  it('stops the thread when the client leaves, and frees its turns', async () => {
    useThread();
    const orders = [await orderAt(1), await orderAt(2)];
    await assign(orders, desk.pedro);
    const leaving = new AbortController();
    const begun = held();
    const { measure } = fakeDistances;
    desk.services.distances = {
      measure: (...asked) => {
        begun.resolve(undefined);
        return measure(...asked);
      },
    };
    const left = suggestRoutes(desk.services, dispatcherOf('ana'), {}, leaving.signal);
    await begun.promise;
    leaving.abort();
    await expect(left).rejects.toEqual(busy('se interrumpió'));
    expect((await suggestRoutes(desk.services, dispatcherOf('ana'), {}, NEVER)).parts).toHaveLength(1);
  });

  it('ends with the last of several couriers', async () => {
    useThread();
    // Of five couriers with a stop each: with floating point numbers, (1 - 4 / 5) / (1 / 5) is less than 1.
    for (const number of [1, 2, 3, 4, 5])
      await assign([await orderAt(number)], await dispatch.createCourier({ name: `Zoe ${number}` }));
    expect((await suggestRoutes(desk.services, dispatcherOf('ana'), {}, NEVER)).parts).toHaveLength(5);
  });

  it('answers its best so far when the time is over, and says so', async () => {
    const orders = [await orderAt(1), await orderAt(2), await orderAt(3)];
    const stop = (place: number) => ({
      place,
      orders: 1,
      grams: 0,
      service: 0,
      from: 0,
      to: Infinity,
      weight: 1,
      couriers: null, // prettier-ignore
    });
    const places = orders.map(({ place: { lat, lng } }) => ({ lat, lng, radius: 0 }));
    const weights = { metre: 1, minute: 0, lateMinute: 1, lateStop: 1, courier: 0, squaredOrders: 0, unplaced: 1e6 };
    const courier = {
      start: 0,
      end: null,
      from: 0,
      to: 600,
      maxOrders: 9,
      maxGrams: 9,
      trips: 1,
      given: [],
      mayGiveAway: false,
    };
    const { routes, unplaced, isCut } = computeRoutes({
      measurement: await fakeDistances.measure(places, {
        office: dispatcherOf('ana'),
        at: desk.clock(),
        signal: NEVER,
      }),
      stops: places.map((_, place) => stop(place)),
      couriers: [courier],
      weights,
      iterations: 1e9,
      searchMs: 1e9,
      cpuMs: 2e9,
      until: 0,
    });
    expect([isCut, unplaced, routes[0]?.after.visits.length]).toEqual([true, [], 3]);
  });
});
