import { type Order } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { anOrder } from '#test/an-order.ts';
import { added, mapped, MAX_SELECTED, NOTHING_SELECTED, refreshed, extended, toggled, totalsOf } from './selection.ts';

const list = ['1', '2', '3', '4', '5'].map((id) => anOrder({ id }));
const at = (id: string): Order => list.find((order) => order.id === id) ?? anOrder({ id });
const chosen = (selection: { orders: ReadonlyMap<string, Order> }) => [...selection.orders.keys()].sort();

describe('selection', () => {
  it('selects and deselects an order', () => {
    const one = toggled(NOTHING_SELECTED, at('2'));
    expect(chosen(one)).toEqual(['2']);
    expect(chosen(toggled(one, at('2')))).toEqual([]);
  });

  it('extends from the last selected order in both directions', () => {
    const from = toggled(NOTHING_SELECTED, at('4'));
    expect(chosen(extended(from, list, at('2')))).toEqual(['2', '3', '4']);
    expect(chosen(extended(from, list, at('5')))).toEqual(['4', '5']);
  });

  it('extends a deselection as well', () => {
    const all = added(NOTHING_SELECTED, list);
    expect(chosen(extended(toggled(all, at('2')), list, at('4')))).toEqual(['1', '5']);
  });

  it('restores orders outside a shrunken range to their earlier state', () => {
    const from = toggled(toggled(NOTHING_SELECTED, at('5')), at('1'));
    const far = extended(from, list, at('4'));
    expect(chosen(far)).toEqual(['1', '2', '3', '4', '5']);
    expect(chosen(extended(far, list, at('2')))).toEqual(['1', '2', '5']);
    const newer = refreshed(far, [anOrder({ id: '5', version: 9 }), anOrder({ id: '4', version: 9 })]);
    expect(newer.orders.get('4')?.version).toBe(9);
    const near = extended(newer, list, at('3'));
    expect(chosen(near)).toEqual(['1', '2', '3', '5']);
    expect(near.orders.get('5')?.version).toBe(9);
  });

  it('reselects the same range', () => {
    const from = toggled(added(NOTHING_SELECTED, list), at('2'));
    expect(chosen(extended(extended(from, list, at('4')), list, at('3')))).toEqual(['1', '4', '5']);
  });

  it('selects one order if the anchor is no longer listed', () => {
    const from = toggled(NOTHING_SELECTED, anOrder({ id: '9' }));
    expect(chosen(extended(from, list, at('3')))).toEqual(['3', '9']);
  });

  it('is limited to the maximum of one request', () => {
    const many = Array.from({ length: MAX_SELECTED + 5 }, (_, index) => anOrder({ id: String(index + 1) }));
    expect(added(NOTHING_SELECTED, many).orders.size).toBe(1000);
  });

  it('updates the versions of listed orders and keeps the others', () => {
    const before = added(NOTHING_SELECTED, [anOrder({ id: '1', version: 3 }), anOrder({ id: '2', version: 1 })]);
    const after = refreshed(before, [anOrder({ id: '1', version: 4 }), anOrder({ id: '3', version: 9 })]);
    expect([...after.orders.values()].map(({ id, version }) => [id, version])).toEqual([
      ['1', 4],
      ['2', 1],
    ]);
    expect(refreshed(after, [anOrder({ id: '1', version: 2 })])).toBe(after);
    expect(refreshed(after, [anOrder({ id: '1', version: 4 })])).toBe(after);
  });

  it('keeps the old version of an order that moved, so that the service refuses it', () => {
    const hugo = { id: '30', name: 'Hugo Paredes' };
    const before = added(NOTHING_SELECTED, [anOrder({ id: '1', version: 3 }), anOrder({ id: '2', version: 3 })]);
    const moved = [
      anOrder({ id: '1', version: 4, state: 'asignada', courier: hugo }),
      anOrder({ id: '2', version: 4, state: 'anulada' }),
    ];
    expect(refreshed(before, moved)).toBe(before);
    const given = added(NOTHING_SELECTED, [anOrder({ id: '1', version: 3, state: 'asignada', courier: hugo })]);
    const other = anOrder({ id: '1', version: 4, state: 'asignada', courier: { id: '31', name: 'Rosa Quispe' } });
    expect(refreshed(given, [other])).toBe(given);
    const renamed = { ...other, courier: { ...hugo, name: 'Hugo Paredes Luna' } };
    expect(refreshed(given, [renamed]).orders.get('1')?.version).toBe(4);
  });

  it('replaces and deselects orders', () => {
    const before = added(NOTHING_SELECTED, [at('1'), at('2'), at('3')]);
    const after = mapped(before, (order) => (order.id === '2' ? null : { ...order, version: 2 }));
    expect([...after.orders.values()].map(({ id, version }) => [id, version])).toEqual([
      ['1', 2],
      ['3', 2],
    ]);
  });

  it('completes an order from the table once it has the same version', () => {
    const before = added(NOTHING_SELECTED, [anOrder({ id: '1', version: 4, state: 'pendiente' })]);
    const listed = anOrder({
      id: '1',
      version: 4,
      state: 'pendiente',
      attempt: 2,
      changed: { ...anOrder().changed, at: '2026-11-20T16:00:00.000Z' },
    });
    expect(refreshed(before, [listed]).orders.get('1')).toBe(listed);
  });

  it('sums amounts to collect, weight and packages', () => {
    const due = { due: 5000, payments: [], difference: null };
    const paid = { due: 700, payments: [{ means: 'yape' as const, amount: 700 }], difference: null };
    const orders = [
      anOrder({ id: '1', collect: due, weightGrams: 1500, packages: 2 }),
      anOrder({ id: '2', collect: paid, weightGrams: 500, packages: 1 }),
      anOrder({ id: '3', collect: null, weightGrams: 0, packages: 1 }),
    ];
    expect(totalsOf(orders)).toEqual({ count: 3, collectDue: 5000, weightGrams: 2000, packages: 4 });
  });
});
