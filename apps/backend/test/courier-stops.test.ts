import { type FieldReorder, fieldRoute } from '@despacho/contracts/dispatch';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ref } from './use-loads.ts';
import { type TestPhone, usePhones } from './use-phones.ts';

describe('the order of a courier’s own stops', () => {
  const desk = usePhones();
  const { dispatch, phoneOf, assign } = desk;

  const idsOf = async (phone: TestPhone): Promise<string[]> =>
    fieldRoute.parse((await phone.call('field.route')).body).stops.map(({ id }) => id);
  const reorder = async (phone: TestPhone, before: string[], stops: string[], some: Partial<FieldReorder> = {}) => {
    const at = desk.clock().toISOString();
    const answer = await phone.call('field.reorder', { id: randomUUID(), at, before, stops, ...some });
    return answer.status === 200 ? (answer.body as { result: string }).result : answer.status;
  };
  /** The courier's phone, and the ids of so many stops in the order of the office. */
  async function aRoute(count: number) {
    const orders = await dispatch.createOrders(count);
    await assign(orders, desk.pedro);
    return { phone: await phoneOf(desk.pedro), ids: orders.map(({ id }) => id) };
  }
  const officeOrders = async (ids: readonly string[]) => {
    const orders = await Promise.all(ids.map((id) => dispatch.order(id)));
    await dispatch.ok('assignments.reorder', { id: desk.pedro, body: { orders: orders.map(ref) } });
  };
  const changes = async (): Promise<string[]> => {
    const rows = await desk.db
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'order.changed')
      .orderBy('position')
      .execute();
    return rows
      .map(({ data }) => data as { what: string; actor: { user: string }; order: { id: string } })
      .filter(({ what }) => what === 'reordenada')
      .map(({ actor, order }) => `${actor.user} ${order.id}`);
  };

  it('is the courier’s, and the office sees who changed which stops', async () => {
    const { phone, ids } = await aRoute(3);
    const [a = '', b = '', c = ''] = ids;
    expect(await idsOf(phone)).toEqual([a, b, c]);
    expect(await reorder(phone, [a, b, c], [c, a, b])).toBe('applied');
    expect(await idsOf(phone)).toEqual([c, a, b]);
    expect((await dispatch.order(c)).sequence).toBe(1);
    expect((await changes()).sort()).toEqual([a, b, c].map((id) => `Pedro Rojas ${id}`).sort());
  });

  it('stays as it is when a request is repeated, even after a later order', async () => {
    const { phone, ids } = await aRoute(2);
    const [a = '', b = ''] = ids;
    const id = randomUUID();
    expect(await reorder(phone, [a, b], [b, a], { id })).toBe('applied');
    expect(await reorder(phone, [a, b], [b, a], { id })).toBe('applied');
    expect(await reorder(phone, [b, a], [a, b])).toBe('applied');
    expect(await reorder(phone, [a, b], [b, a], { id })).toBe('changed');
    expect(await idsOf(phone)).toEqual([a, b]);
    expect(await changes()).toHaveLength(4);
  });

  it('is the office’s if the office has reordered the stops since the phone read them', async () => {
    const { phone, ids } = await aRoute(3);
    const [a = '', b = '', c = ''] = ids;
    await officeOrders([b, a, c]);
    const before = await changes();
    expect(await reorder(phone, [a, b, c], [c, b, a])).toBe('changed');
    expect(await idsOf(phone)).toEqual([b, a, c]);
    expect(await changes()).toEqual(before);
  });

  it('is the office’s for a request without the previous order', async () => {
    const { phone, ids } = await aRoute(3);
    const [a = '', b = '', c = ''] = ids;
    await officeOrders([b, a, c]);
    expect(await reorder(phone, [], [c, b, a])).toBe('changed');
    expect(await reorder(phone, [a], [c, b, a])).toBe('changed');
    expect(await reorder(phone, ['999999'], [c, b, a])).toBe('changed');
    expect(await idsOf(phone)).toEqual([b, a, c]);
  });

  it('does not depend on stops that were added, closed or taken away since', async () => {
    const { phone, ids } = await aRoute(4);
    const [a = '', b = '', c = '', d = ''] = ids;
    const added = await dispatch.createOrder();
    await assign([added], desk.pedro);
    await assign([await dispatch.order(d)], desk.sara);
    const at = desk.clock().toISOString();
    const { version, attempt } = await dispatch.order(a);
    const visit = { id: randomUUID(), order: a, attempt, version, to: 'no_entregada', reason: 'ausente', at };
    expect((await phone.call('field.visit', visit)).status).toBe(200);
    expect(await reorder(phone, [a, b, c, d], [d, c, b, a])).toBe('applied');
    // The visited stop keeps its place before the others.
    expect(await idsOf(phone)).toEqual([a, c, b, added.id]);
    expect((await dispatch.order(d)).courier?.id).toBe(desk.sara);
  });

  it('puts what was left among the stops of the day, and fixes the places that the courier chose', async () => {
    const [left, older] = await dispatch.createOrders(2);
    if (!left || !older) throw new Error('no orders');
    await assign([left, older], desk.pedro);
    const phone = await phoneOf(desk.pedro);
    desk.clock.move(24 * 60 * 60_000);
    const today = await dispatch.createOrder({ date: '2026-11-21' });
    const tomorrow = await dispatch.createOrder({ date: '2026-11-22' });
    await assign([today, tomorrow], desk.pedro);
    const ids = await idsOf(phone);
    expect(ids).toEqual([left.id, older.id, today.id]);
    expect(await reorder(phone, ids, [left.id, today.id, older.id])).toBe('applied');
    expect(await idsOf(phone)).toEqual([left.id, today.id, older.id]);
    const numbers = await Promise.all([...ids, tomorrow.id].map((id) => dispatch.order(id)));
    expect(numbers.map(({ sequence, sequenceDay, pinned }) => [sequence, sequenceDay, pinned])).toEqual([
      [1, '2026-11-21', true],
      [3, '2026-11-21', true],
      [2, undefined, true],
      [1, undefined, undefined],
    ]);
    // A page of the release before groups what it sends by date.
    expect(await reorder(phone, [left.id, today.id, older.id], [older.id, left.id, today.id])).toBe('applied');
    expect(await idsOf(phone)).toEqual([older.id, left.id, today.id]);
  });

  it.each([
    ['a stop twice', (id: string) => ({ stops: [id, id] })],
    ['no order of numbers', () => ({ before: ['x'] })],
    ['too many', () => ({ stops: Array.from({ length: 501 }, (_, index) => String(index + 1)) })],
  ])('is refused with %s', async (_what, wrong) => {
    const { phone, ids } = await aRoute(1);
    expect(await reorder(phone, ids, ids, wrong(ids[0] ?? ''))).toBe(400);
  });

  it('ignores the stops of another courier', async () => {
    const { phone, ids } = await aRoute(1);
    const saras = await dispatch.createOrder();
    await assign([saras], desk.sara);
    expect(await reorder(phone, [...ids, saras.id], [saras.id, ...ids])).toBe('applied');
    expect(await changes()).toEqual([]);
  });
});
