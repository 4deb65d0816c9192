import { type Order } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { insertOrders, type NewOrder } from '#orders/order/insert-orders.ts';
import { fieldsOfInput } from '#orders/order/order-input.ts';
import { dispatcherOf, orderInput } from './dispatch-world.ts';
import { NOW } from './test-services.ts';
import { ref, useLoads } from './use-loads.ts';

describe('assigning orders to couriers', () => {
  const desk = useLoads();
  const { assign, clock, dispatch, events } = desk;

  it('assigns what it can, and reports the result per order', async () => {
    const [one, two, three, four] = (await dispatch.createOrders(4)) as [Order, Order, Order, Order];
    await assign([two], desk.sara, 'luis');
    const gone = await dispatch.ok('assignments.cancel', {
      as: 'chief',
      body: { why: 'duplicada', orders: [ref(three)] },
    });
    expect(gone.outcomes).toEqual([{ ok: true, id: three.id, code: three.code, version: 2, changed: true }]);
    const foreign = await dispatch.createOrder({}, 'neighbour');

    const receipt = await assign([one, two, { ...three, version: 2 }, four, foreign], desk.pedro);
    const version = { version: 2 };
    expect(receipt.outcomes).toEqual([
      { ok: true, id: one.id, code: one.code, ...version, changed: true },
      {
        ok: false,
        id: two.id,
        code: two.code,
        why: 'changed',
        now: {
          ...version,
          state: 'asignada',
          courier: { id: desk.sara, name: 'Sara Núñez' },
          changed: { at: NOW.toISOString(), by: { username: 'luis', user: 'Doña luis' }, what: 'asignada' },
        },
      },
      expect.objectContaining({ ok: false, id: three.id, why: 'state' }),
      { ok: true, id: four.id, code: four.code, ...version, changed: true },
      { ok: false, id: foreign.id, code: null, why: 'not_found', now: null },
    ]);
    expect(await dispatch.order(one.id)).toMatchObject({ courier: { id: desk.pedro }, sequence: 1, state: 'asignada' });
    expect(await dispatch.order(four.id)).toMatchObject({ courier: { id: desk.pedro }, sequence: 2 });
    expect(await dispatch.order(two.id)).toMatchObject({ courier: { id: desk.sara } });
    expect(await dispatch.order(foreign.id, 'neighbour')).toEqual(foreign);
    const batch = (await events()).filter((event) => event['batch'] === receipt.batch);
    expect(batch.map((event) => event['order'])).toEqual([
      { id: one.id, code: one.code, ...version },
      { id: four.id, code: four.code, ...version },
    ]);
  });

  it('accepts a thousand orders in one request, in one batch', { timeout: 60_000 }, async () => {
    const fields = fieldsOfInput(orderInput()) as NewOrder;
    const made = await desk.db.transaction().execute((trx) =>
      insertOrders(
        trx,
        dispatcherOf('ana'),
        { id: 'made', now: NOW },
        Array.from({ length: 1001 }, () => fields),
      ),
    );
    const all = made.map(({ id, code }) => ({ id: String(id), code, version: 1 }));
    // Reversed, to check that outcomes and stops follow the request's order.
    const asked = all.slice(0, 1000).toReversed();
    const taken = asked[500];
    await dispatch.ok('assignments.assign', {
      as: 'luis',
      body: { courierId: desk.sara, orders: [{ id: taken?.id ?? '', version: 1 }] },
    });
    const orders = asked.map(({ id, version }) => ({ id, version }));
    const more = { courierId: desk.pedro, orders: [...orders, { id: all[1000]?.id ?? '', version: 1 }] };
    expect((await dispatch.call('assignments.assign', { rawBody: more })).status).toBe(400);

    const receipt = await dispatch.ok('assignments.assign', { body: { courierId: desk.pedro, orders } });
    expect(receipt.outcomes.map(({ id, code, ok }) => [id, code, ok])).toEqual(
      asked.map(({ id, code }) => [id, code, id !== taken?.id]),
    );
    expect(receipt.outcomes[500]).toMatchObject({ why: 'changed', now: { changed: { by: { username: 'luis' } } } });
    const given = asked.filter(({ id }) => id !== taken?.id).map(({ id }) => Number(id));
    const rows = await desk.db
      .selectFrom('orders')
      .select(['id', 'version', 'sequence'])
      .where('courier_id', '=', Number(desk.pedro))
      .orderBy('sequence')
      .execute();
    expect(rows).toEqual(given.map((id, index) => ({ id, version: 2, sequence: index + 1 })));
    const logged = await desk.db.selectFrom('events').select('order_id').where('batch', '=', receipt.batch).execute();
    expect(logged.map(({ order_id }) => order_id).sort()).toEqual([...given].sort());
    // Undone as one batch, too.
    expect((await desk.undo(receipt.batch)).status).toBe(200);
    const left = await desk.db.selectFrom('orders').select('id').where('courier_id', '=', Number(desk.pedro)).execute();
    expect(left).toEqual([]);
  });

  it('reassigns an order on the way without changing its state', async () => {
    const order = await dispatch.createOrder();
    await assign([order], desk.pedro);
    await dispatch.state([order.id], { to: 'en_ruta' });
    const receipt = await assign([await dispatch.order(order.id)], desk.sara);
    expect(receipt.outcomes[0]).toMatchObject({ ok: true, changed: true });
    expect(await dispatch.order(order.id)).toMatchObject({ state: 'en_ruta', courier: { id: desk.sara } });
    const again = await assign([await dispatch.order(order.id)], desk.sara);
    expect(again).toMatchObject({ batch: null, undoUntil: null, outcomes: [{ ok: true, changed: false }] });
  });

  it('warns about capacity, shift and zone, but assigns', async () => {
    const small = await dispatch.createCourier({
      name: 'Bici',
      zones: ['150101'],
      capacityOrders: 1,
      capacityGrams: 2000,
      shift: { from: '08:00', to: '10:00' },
    });
    const early = await dispatch.createOrder({ window: { from: '09:00', to: '12:00' } });
    const late = await dispatch.createOrder({ window: { from: '10:00', to: '12:00' } });
    const receipt = await assign([early, late], small);
    expect(receipt.outcomes.every(({ ok }) => ok)).toBe(true);
    expect(receipt.warnings).toEqual([
      { courierId: small, kind: 'orders', by: 1 },
      { courierId: small, kind: 'weight', by: 1000 },
      { courierId: small, kind: 'shift', by: 1 },
      { courierId: small, kind: 'zone', by: 2 },
    ]);
    expect((await assign([await dispatch.createOrder()], desk.pedro)).warnings).toEqual([]);
  });

  it('carries out a repeated request once, and rejects the key for another', async () => {
    const [one, two] = (await dispatch.createOrders(2)) as [Order, Order];
    const first = await assign([one], desk.pedro, 'ana', 'llave-0001');
    const before = await events();
    expect(await assign([one], desk.pedro, 'ana', 'llave-0001')).toEqual(first);
    expect(await events()).toEqual(before);
    const body = { courierId: desk.pedro, orders: [ref(two)] };
    const other = await dispatch.call('assignments.assign', { key: 'llave-0001', body });
    expect(other.status).toBe(422);
    // Keys are per person: another person's equal key is independent.
    expect((await assign([two], desk.pedro, 'luis', 'llave-0001')).outcomes[0]).toMatchObject({
      ok: true,
      changed: true,
    });
    for (const key of ['', 'corta', 'con espacio'])
      expect((await dispatch.call('assignments.assign', { key, body })).status).toBe(400);
    clock.move(24 * 60 * 60_000 + 1000);
    const later = await dispatch.ok('assignments.assign', { key: 'llave-0001', body });
    expect(later.outcomes[0]).toMatchObject({ ok: false, why: 'changed' });
  });

  it('carries out one of two identical concurrent requests', async () => {
    const orders = await dispatch.createOrders(3);
    const receipts = await Promise.all([1, 2, 3].map(() => assign(orders, desk.pedro, 'ana', 'llave-0002')));
    expect(receipts[1]).toEqual(receipts[0]);
    expect(receipts[2]).toEqual(receipts[0]);
    expect(await events()).toHaveLength(6);
  });

  it('moves a whole load in order, after the existing stops', async () => {
    const orders = await dispatch.createOrders(4);
    const [a, b, c, d] = orders as [Order, Order, Order, Order];
    await assign([a, b, c], desk.pedro);
    await assign([d], desk.sara);
    const stops = await dispatch.refs([c.id, a.id, b.id]);
    await dispatch.ok('assignments.reorder', { id: desk.pedro, body: { orders: stops } });
    const receipt = await dispatch.ok('assignments.moveLoad', { body: { from: desk.pedro, to: desk.sara } });
    expect(receipt.outcomes.map(({ id, ok }) => [id, ok])).toEqual([
      [c.id, true],
      [a.id, true],
      [b.id, true],
    ]);
    const where = await Promise.all([d, c, a, b].map(async ({ id }) => dispatch.order(id)));
    expect(where.map(({ courier, sequence }) => [courier?.id, sequence])).toEqual(
      [1, 2, 3, 4].map((stop) => [desk.sara, stop]),
    );
    const empty = await dispatch.ok('assignments.moveLoad', { body: { from: desk.pedro, to: desk.sara } });
    expect(empty).toMatchObject({ batch: null, outcomes: [] });
  });

  it('moves the load of one day: what was left from the day before goes first', async () => {
    const [before, left, own] = (await dispatch.createOrders(3)) as [Order, Order, Order];
    const tomorrow = await dispatch.createOrder({ date: '2026-11-21' });
    const later = await dispatch.createOrder({ date: '2026-11-22' });
    await assign([own], desk.sara);
    await assign([before, left, tomorrow, later], desk.pedro);
    // Leaves the second stop of its day, and the first one of tomorrow.
    await dispatch.ok('assignments.unassign', { body: { orders: await dispatch.refs([before.id]) } });
    const move = (day?: string) =>
      dispatch.ok('assignments.moveLoad', {
        body: { from: desk.pedro, to: desk.sara, ...(day !== undefined && { day }) },
      });
    const stops = (some: Order[]) =>
      Promise.all(some.map(async ({ id }) => [id, ...(await courierAndStop(id))] as const));
    const courierAndStop = async (id: string) => {
      const { courier, sequence } = await dispatch.order(id);
      return [courier?.id, sequence] as const;
    };
    expect((await move('2026-11-22')).outcomes).toMatchObject([{ id: later.id, ok: true }]);
    clock.move(24 * 60 * 60_000);
    expect((await move()).outcomes.map(({ id }) => id)).toEqual([left.id, tomorrow.id]);
    expect(await stops([own, left, tomorrow, later])).toEqual([
      [own.id, desk.sara, 1],
      [left.id, desk.sara, 2],
      [tomorrow.id, desk.sara, 3],
      [later.id, desk.sara, 1],
    ]);
  });

  it('reorders all stops or none', async () => {
    const [a, b, c] = (await dispatch.createOrders(3)) as [Order, Order, Order];
    await assign([a, b], desk.pedro);
    const some = await dispatch.call('assignments.reorder', {
      id: desk.pedro,
      body: { orders: [{ id: b.id, version: 2 }] },
    });
    expect([some.status, some.body]).toEqual([409, { message: 'La ruta tiene ahora otras paradas; vuelva a mirarla' }]);
    const receipt = await dispatch.ok('assignments.reorder', {
      id: desk.pedro,
      body: {
        orders: [
          { id: b.id, version: 2 },
          { id: c.id, version: 1 },
          { id: a.id, version: 2 },
        ],
      },
    });
    expect(receipt.outcomes.map((each) => (each.ok ? each.changed : each.why))).toEqual([true, 'not_of_courier', true]);
    expect([(await dispatch.order(b.id)).sequence, (await dispatch.order(a.id)).sequence]).toEqual([1, 2]);
  });

  it('unassigns assigned orders, but not those on the way', async () => {
    const [a, b, c] = (await dispatch.createOrders(3)) as [Order, Order, Order];
    await assign([a, b], desk.pedro);
    await dispatch.state([b.id], { to: 'en_ruta' });
    const receipt = await dispatch.ok('assignments.unassign', {
      body: { orders: await dispatch.refs([a.id, b.id, c.id]) },
    });
    expect(receipt.outcomes.map((each) => (each.ok ? each.changed : each.why))).toEqual([true, 'state', false]);
    expect(await dispatch.order(a.id)).toMatchObject({ state: 'pendiente', courier: null, sequence: null });
  });
});
