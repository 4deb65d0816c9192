import { type Courier, type Order } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { aPart, aSuggestion } from '#test/a-suggestion.ts';
import { anOrder } from '#test/an-order.ts';
import {
  districtsText,
  leastLoaded,
  leftGroups,
  loadedCouriers,
  neighbourOf,
  planOf,
  planParts,
  replanned,
  restored,
  assignEach,
  untouchedCount,
} from './plan.ts';

const NO_LOAD = { orders: 0, weightGrams: 0 };
const courier = (id: string, more: Partial<Courier> = {}): Courier =>
  aCourier({ id, name: id, load: NO_LOAD, capacityOrders: 2, ...more });
const order = (id: string, ubigeo = '150122', more: Partial<Order> = {}): Order => {
  const { place } = anOrder();
  return anOrder({ id, code: `D-${id}`, weightGrams: 1_000, place: { ...place, ubigeo }, ...more });
};
const WHY = { 3: 'no_zone', 4: 'no_zone', 5: 'no_zone', 6: 'no_shift', 7: 'no_capacity', 8: 'not_pending' } as const;
const orders = [
  order('1'),
  order('2', '150130'),
  order('3', '150101'),
  order('4', '150101'),
  order('5', '150132'),
  order('6', '150122', { window: { from: '19:00', to: '21:00' } }),
  order('7'),
  order('8'),
];
const suggestion = aSuggestion(
  [
    aPart('zoe', [
      { id: '1', version: 4 },
      { id: '2', version: 1 },
    ]),
  ],
  Object.entries(WHY).map(([id, why]) => ({ id, why })),
);
const couriers = [courier('zoe', { zones: [] }), courier('émile')];
const lines = planOf(suggestion, orders);
const only = (...ids: string[]) => lines.filter((line) => ids.includes(line.order.id));
const idsOf = (some: readonly { order: Order }[]): string[] => some.map(({ order: { id } }) => id);
const holders = (some: typeof lines) => Object.fromEntries(some.map(({ order: { id }, courierId }) => [id, courierId]));

it('uses the order versions of the proposal', () => {
  expect(only('1')[0]).toMatchObject({ order: { version: 4 }, courierId: 'zoe', proposedId: 'zoe' });
});

describe('orders without a courier', () => {
  it('are grouped by district, hours and reason, with one remedy each; those not pending are left out', () => {
    const groups = leftGroups(lines, couriers).map(({ title, remedy, lines: some }) => [title, remedy, idsOf(some)]);
    expect(groups).toEqual([
      ['Ningún repartidor activo atiende Lima', 'widen', ['3', '4']],
      ['Ningún repartidor activo atiende San Juan de Lurigancho', 'widen', ['5']],
      ['Nadie está de turno de 19:00 a 21:00', 'choose', ['6']],
      ['Quienes atienden su zona ya están llenos', 'exceed', ['7']],
    ]);
    expect(untouchedCount(lines)).toBe(1);
  });

  it('are one group if no courier is active', () => {
    const absent = couriers.map((each) => ({ ...each, state: 'ausente' as const }));
    expect(leftGroups(only('3', '5'), absent)).toMatchObject([
      { title: 'No hay repartidores activos', remedy: 'couriers', lines: only('3', '5') },
    ]);
  });

  it('return to the proposed courier after a person took them out', () => {
    const without = replanned(lines, only('1'), null);
    const [group] = leftGroups(without, couriers).filter(({ remedy }) => remedy === 'restore');
    expect(group).toMatchObject({ title: 'Las quitó usted', lines: [{ order: { id: '1' } }] });
    expect(holders(restored(without, group?.lines ?? []))).toEqual(holders(lines));
  });

  it('spread over the couriers who serve them, the least loaded first', () => {
    const given = assignEach(lines, only('7', '3'), couriers, leastLoaded);
    expect(holders(given)).toMatchObject({ 7: 'émile', 3: 'zoe' });
    // «zoe» is absent, so nobody serves the district.
    const one = couriers.filter(({ id }) => id === 'émile');
    expect(holders(assignEach(lines, only('7', '3'), one, leastLoaded))).toMatchObject({ 7: 'émile', 3: null });
    expect(couriers.map(({ load }) => load)).toEqual([NO_LOAD, NO_LOAD]);
  });
});

describe('orders of a district that nobody serves', () => {
  const far = order('9', '150142');
  const near = courier('luis', { zones: ['150132', '150113'], capacityOrders: 1 });
  const next = courier('rosa', { zones: ['150116'] });
  const remedies = (some: typeof lines, who: readonly Courier[]) => leftGroups(some, who).map(({ remedy }) => remedy);

  it('go to the courier with the nearest zone who has room, and then to the next', () => {
    const given = assignEach(only('3', '4'), only('3', '4'), [next, near, courier('hugo')], neighbourOf);
    expect(holders(given)).toEqual({ 3: 'luis', 4: 'rosa' });
  });

  it('skip couriers who are absent or off shift at that hour', () => {
    const late = only('3').map((line) => ({
      ...line,
      order: { ...line.order, window: { from: '19:00', to: '21:00' } },
    }));
    const evening = courier('eva', { zones: ['150122'], shift: { from: '15:00', to: '22:00' } });
    const absent = courier('ada', { zones: ['150113'], shift: evening.shift, state: 'ausente' });
    expect(holders(assignEach(late, late, [absent, near, evening], neighbourOf))).toEqual({ 3: 'eva' });
  });

  it('require a manual choice if no neighbour is near or has room', () => {
    expect(remedies(only('3', '4'), [near])).toEqual(['widen']);
    const full = assignEach(only('3', '4'), only('3', '4'), [near], neighbourOf);
    expect(holders(full)).toEqual({ 3: 'luis', 4: null });
    expect(remedies(full, [near])).toEqual(['choose']);
    const left = planOf(aSuggestion([], [{ id: '9', why: 'no_zone' }]), [far]);
    expect(remedies(left, [near, next])).toEqual(['choose']);
  });
});

it('lists the parts by name in Peruvian order, with the load after the plan', () => {
  const parts = planParts(replanned(lines, only('3'), 'émile'), couriers);
  expect(parts.map(({ courier: { id }, fit }) => [id, fit.orders, fit.warnings])).toEqual([
    ['émile', 1, ['1 fuera de sus zonas']],
    ['zoe', 2, []],
  ]);
});

it('adds the plan to the loads, except for the orders being moved', () => {
  const loads = (some: readonly Courier[]) => some.map(({ load }) => load.orders);
  expect(loads(loadedCouriers(couriers, lines))).toEqual([2, 0]);
  expect(loads(loadedCouriers(couriers, lines, only('1')))).toEqual([1, 0]);
});

it('names the districts with the most orders, and counts the rest', () => {
  expect(districtsText(only('1'))).toBe('Miraflores');
  expect(districtsText(only('3', '4', '1'))).toBe('Lima 2 · Miraflores 1');
  expect(districtsText(lines)).toBe('Miraflores 4 · Lima 2 · San Borja 1 · 1 distrito más');
});
