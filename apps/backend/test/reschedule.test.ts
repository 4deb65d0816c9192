import { type Order } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { ref, useLoads } from './use-loads.ts';

/* The office's date is 2026-11-20. */
describe('rescheduling orders', () => {
  const desk = useLoads();
  const { assign, clock, dispatch, undo } = desk;
  const reschedule = (orders: Order[], date: string, key?: string) =>
    dispatch.ok('assignments.reschedule', { body: { date, orders: orders.map(ref) }, ...(key && { key }) });

  it('changes only the date, once per key, and is undone like other changes', async () => {
    const [pending, given] = (await dispatch.createOrders(2)) as [Order, Order];
    await assign([given], desk.pedro);
    const orders = [pending, await dispatch.order(given.id)];
    const first = await reschedule(orders, '2026-11-24', 'the-same-key');
    expect(first.outcomes).toMatchObject([
      { ok: true, changed: true, version: 2 },
      { ok: true, changed: true, version: 3 },
    ]);
    expect(await reschedule(orders, '2026-11-24', 'the-same-key')).toEqual(first);
    const { order, timeline } = await dispatch.ok('orders.read', { id: given.id });
    expect(order).toMatchObject({
      date: '2026-11-24',
      dueAt: '2026-11-25T05:00:00.000Z',
      state: 'asignada',
      courier: { id: desk.pedro },
      sequence: 1,
      version: 3,
    });
    expect(timeline[0]).toMatchObject({
      what: 'reprogramada',
      before: { date: '2026-11-20' },
      after: { date: '2026-11-24' },
    });
    expect((await undo(first.batch)).status).toBe(200);
    expect(await dispatch.order(pending.id)).toMatchObject({
      date: '2026-11-20',
      dueAt: '2026-11-21T05:00:00.000Z',
      state: 'pendiente',
      version: 3,
    });
  });

  it('reports why it skips an order: already on that day, changed since, or closed', async () => {
    const [same, theirs, closed] = (await dispatch.createOrders(3)) as [Order, Order, Order];
    await reschedule([same], '2026-11-24');
    await assign([theirs], desk.sara, 'luis');
    await assign([closed], desk.pedro);
    await dispatch.state([closed.id], { to: 'en_ruta' });
    await dispatch.close([closed.id], { to: 'entregada' });
    const receipt = await reschedule(
      [await dispatch.order(same.id), theirs, await dispatch.order(closed.id)],
      '2026-11-24',
    );
    expect(receipt).toMatchObject({
      batch: null,
      outcomes: [
        { ok: true, changed: false },
        { ok: false, why: 'changed', now: { changed: { by: { username: 'luis' }, what: 'asignada' } } },
        { ok: false, why: 'state', now: { state: 'entregada' } },
      ],
    });
  });

  it('assigns an order on the way again if it moves to a later day, unless that is undone', async () => {
    const order = await dispatch.createOrder();
    await assign([order], desk.pedro);
    await dispatch.state([order.id], { to: 'en_ruta' });
    const moved = await reschedule([await dispatch.order(order.id)], '2026-11-21');
    expect(await dispatch.order(order.id)).toMatchObject({
      state: 'asignada',
      date: '2026-11-21',
      courier: { id: desk.pedro },
    });
    // It cannot be on the way before its day.
    expect((await dispatch.state([order.id], { to: 'en_ruta' })).outcomes).toMatchObject([
      { ok: false, why: 'day_ahead' },
    ]);
    expect((await undo(moved.batch)).status).toBe(200);
    expect(await dispatch.order(order.id)).toMatchObject({ state: 'en_ruta', date: '2026-11-20' });
  });

  it('puts an order of tomorrow on the way only as part of its route', async () => {
    const order = await dispatch.createOrder({ date: '2026-11-21' });
    await assign([order], desk.pedro);
    const setOut = (day?: string) => dispatch.state([order.id], { to: 'en_ruta', ...(day !== undefined && { day }) });
    // 00:30 in Lima, in the working day of the evening.
    clock.move(14.5 * 60 * 60_000);
    for (const day of [undefined, '2026-11-20', '2026-11-22'])
      expect((await setOut(day)).outcomes).toMatchObject([{ ok: false, why: 'day_ahead' }]);
    const { outcomes, warnings } = await setOut('2026-11-21');
    expect(outcomes).toMatchObject([{ ok: true, changed: true }]);
    expect(warnings).toEqual([{ courierId: desk.pedro, kind: 'next_day', by: 1, day: '2026-11-21' }]);
    await dispatch.close([order.id], { to: 'no_entregada', reason: 'ausente' });
    expect((await dispatch.order(order.id)).visitDay).toBe('2026-11-21');
  });

  it('rejects a day that has passed at the office, and changes nothing', async () => {
    const order = await dispatch.createOrder();
    // 03:00 of the 21st in Greenwich.
    clock.move(12 * 60 * 60_000);
    expect((await reschedule([order], '2026-11-20')).outcomes).toMatchObject([{ ok: true, changed: false }]);
    const past = await dispatch.call('assignments.reschedule', { body: { date: '2026-11-19', orders: [ref(order)] } });
    expect([past.status, past.body]).toMatchObject([
      400,
      { message: 'Ese día ya pasó; seleccione hoy o uno posterior' },
    ]);
    expect(await dispatch.order(order.id)).toMatchObject({ version: 1, date: '2026-11-20' });
  });

  it('sets the day of a new visit, and rejects one in the past', async () => {
    const order = await dispatch.createOrder();
    await assign([order], desk.pedro);
    await dispatch.state([order.id], { to: 'en_ruta' });
    await dispatch.close([order.id], { to: 'no_entregada', reason: 'ausente' });
    const refs = await dispatch.refs([order.id]);
    const past = await dispatch.call('assignments.changeState', {
      body: { to: 'pendiente', date: '2026-11-19', orders: refs },
    });
    expect(past.status).toBe(400);
    await dispatch.state([order.id], { to: 'pendiente', date: '2026-11-23' });
    expect(await dispatch.order(order.id)).toMatchObject({
      state: 'pendiente',
      date: '2026-11-23',
      dueAt: '2026-11-24T05:00:00.000Z',
      attempt: 2,
      courier: null,
    });
  });
});
