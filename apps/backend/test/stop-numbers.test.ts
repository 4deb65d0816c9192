import { type Order, OPEN_STATES } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { usePhones } from './use-phones.ts';

const DAY_MS = 24 * 60 * 60_000;
const [TODAY, TOMORROW, LATER] = ['2026-11-20', '2026-11-21', '2026-11-22'];

describe('the number of a stop', () => {
  const desk = usePhones();
  const { dispatch, assign } = desk;

  const assigned = async (count: number, date = TODAY, courierId = desk.pedro): Promise<string[]> => {
    // One after the other, so that their ids ascend.
    const made: Order[] = [];
    for (let each = 0; each < count; each += 1) made.push(await dispatch.createOrder({ date }));
    await assign(made, courierId);
    return made.map(({ id }) => id);
  };
  const reorder = async (ids: string[], body: { day?: string; pinned?: string[] } = {}) =>
    dispatch.ok('assignments.reorder', { id: desk.pedro, body: { ...body, orders: await dispatch.refs(ids) } });
  /** The ids of Pedro's load in its order, by moving it to Sara and back. */
  const loadOf = async (day: string): Promise<string[]> => {
    const { outcomes, batch } = await dispatch.ok('assignments.moveLoad', {
      body: { from: desk.pedro, to: desk.sara, day },
    });
    expect((await desk.undo(batch)).status).toBe(200);
    return outcomes.map(({ id }) => id);
  };
  const numberOf = async (id: string) => {
    const { sequence, sequenceDay, pinned } = await dispatch.order(id);
    return [sequence, sequenceDay ?? null, pinned ?? false];
  };

  it('belongs to the day it was given for: what was left is first until somebody orders the day', async () => {
    const [a = '', b = ''] = await assigned(2);
    desk.clock.move(DAY_MS);
    const [c = '', d = ''] = await assigned(2, TOMORROW);
    expect(await loadOf(TOMORROW)).toEqual([a, b, c, d]);
    await reorder([c, b, d, a]);
    expect(await loadOf(TOMORROW)).toEqual([c, b, d, a]);
    expect(await Promise.all([c, b, d, a].map(numberOf))).toEqual([
      [1, null, false],
      [2, TOMORROW, false],
      [3, null, false],
      [4, TOMORROW, false],
    ]);
    // A map reads the same.
    const map = await dispatch.ok('orders.map', { query: { estado: OPEN_STATES.join(',') } });
    expect(map.id.map((id, at) => [id, map.sequenceDay?.[at]]).filter(([, day]) => day)).toEqual([
      [a, TOMORROW],
      [b, TOMORROW],
    ]);
    // The next day, all of these are what was left, in the order of the day before; what is assigned now follows.
    desk.clock.move(DAY_MS);
    const [e = '', again = ''] = await assigned(2, LATER);
    const old = await assigned(1);
    expect(await loadOf(LATER)).toEqual([c, b, d, a, e, again, ...old]);
    await reorder([e, a, c, ...old, again, b, d]);
    expect(await loadOf(LATER)).toEqual([e, a, c, ...old, again, b, d]);
  });

  it('is of the later day for a courier who has set out for it', async () => {
    const [next = ''] = await assigned(1, TOMORROW);
    desk.clock.move(DAY_MS / 2);
    await dispatch.ok('assignments.changeState', {
      body: { to: 'en_ruta', day: TOMORROW, orders: await dispatch.refs([next]) },
    });
    const [late = ''] = await assigned(1);
    expect(await numberOf(late)).toEqual([2, TOMORROW, false]);
    const phone = await desk.phoneOf(desk.pedro);
    const { stops } = (await phone.call('field.route')).body as { stops: { id: string }[] };
    expect(stops.map(({ id }) => id)).toEqual([next, late]);
  });

  it('follows the stops of the day that an order moves to, and is the former one after an undo', async () => {
    await assigned(2, TOMORROW);
    const [a = '', b = ''] = await assigned(2);
    await reorder([b, a], { pinned: [a] });
    const moved = await dispatch.ok('assignments.reschedule', {
      body: { date: TOMORROW, orders: await dispatch.refs([a]) },
    });
    expect(await numberOf(a)).toEqual([3, null, false]);
    expect((await desk.undo(moved.batch)).status).toBe(200);
    expect(await numberOf(a)).toEqual([2, null, true]);
    const { version } = await dispatch.order(a);
    await dispatch.ok('orders.edit', { id: a, body: { version, changes: { date: TOMORROW } } });
    expect(await numberOf(a)).toEqual([3, null, false]);
  });

  it('is fixed by the office for the stops that it names, and an undo restores who was', async () => {
    const [a = '', b = '', c = ''] = await assigned(3);
    await reorder([a, b, c], { pinned: [c, '999999'] });
    expect(await Promise.all([a, b, c].map(numberOf))).toEqual([
      [1, null, false],
      [2, null, false],
      [3, null, true],
    ]);
    // A page of the release before says nothing about pins.
    await reorder([c, a, b]);
    expect(await numberOf(c)).toEqual([1, null, true]);
    const { batch } = await reorder([c, a, b], { pinned: [b] });
    expect([await numberOf(c), await numberOf(b)]).toEqual([
      [1, null, false],
      [3, null, true],
    ]);
    expect((await desk.undo(batch)).status).toBe(200);
    expect([await numberOf(c), await numberOf(b)]).toEqual([
      [1, null, true],
      [3, null, false],
    ]);
    const gone = await dispatch.ok('assignments.unassign', { body: { orders: await dispatch.refs([c]) } });
    expect(await numberOf(c)).toEqual([null, null, false]);
    expect((await desk.undo(gone.batch)).status).toBe(200);
    expect(await numberOf(c)).toEqual([1, null, true]);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['no courier', async (id) => dispatch.ok('assignments.unassign', { body: { orders: await dispatch.refs([id]) } })],
    ['another courier', async (id) => assign([await dispatch.order(id)], desk.sara)],
    [
      'a load that moves',
      async () => dispatch.ok('assignments.moveLoad', { body: { from: desk.pedro, to: desk.sara } }),
    ],
    [
      'a cancelled order',
      async (id) =>
        dispatch.ok('assignments.cancel', {
          as: 'chief',
          body: { why: 'duplicada', orders: await dispatch.refs([id]) },
        }),
    ],
    [
      'another courier of an earlier release',
      (id) => sql`update order_progress set courier_id = ${Number(desk.sara)} where order_id = ${id}`.execute(desk.db),
    ],
  ])('is not fixed any more for %s', async (_, change) => {
    const [a = ''] = await assigned(1);
    await reorder([a], { pinned: [a] });
    expect(await numberOf(a)).toEqual([1, null, true]);
    await change(a);
    expect((await dispatch.order(a)).pinned).toBeUndefined();
  });
});
