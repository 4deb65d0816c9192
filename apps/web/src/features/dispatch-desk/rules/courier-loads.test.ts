import { expect, it } from 'vitest';
import { aCourier } from '../../../../test/a-courier.ts';
import { anOrder } from '../../../../test/an-order.ts';
import { withLoads } from './courier-loads.ts';

const TODAY = { day: '2026-11-20', today: '2026-11-20' };

const couriers = [
  aCourier({ id: '30', load: { orders: 2, weightGrams: 3000 } }),
  aCourier({ id: '31', load: { orders: 0, weightGrams: 0 } }),
];
const juana = { id: '30', name: 'Juana' };
const hugo = { id: '31', name: 'Hugo' };
const loads = (list: ReturnType<typeof withLoads>) => list.map(({ load }) => [load.orders, load.weightGrams]);
const pending = anOrder({ weightGrams: 1000 });
const carried = anOrder({ weightGrams: 1000, state: 'asignada', courier: juana });

it.each([
  [
    'assigned',
    pending,
    carried,
    [
      [3, 4000],
      [0, 0],
    ],
  ],
  [
    'given to another courier',
    carried,
    { ...carried, courier: hugo },
    [
      [1, 2000],
      [1, 1000],
    ],
  ],
  [
    'delivered, which keeps its courier',
    carried,
    { ...carried, state: 'entregada' as const },
    [
      [1, 2000],
      [0, 0],
    ],
  ],
  [
    'made heavier',
    carried,
    { ...carried, weightGrams: 1500 },
    [
      [2, 3500],
      [0, 0],
    ],
  ],
])('changes the loads for an order that was %s', (_, before, after, expected) => {
  expect(loads(withLoads(couriers, [{ before, after }], TODAY))).toEqual(expected);
});

it('returns the same list if no load changes, and never a load below zero', () => {
  expect(withLoads(couriers, [{ before: carried, after: { ...carried, state: 'en_ruta' } }], TODAY)).toBe(couriers);
  const heavy = { ...carried, weightGrams: 9000 };
  expect(loads(withLoads(couriers, [{ before: heavy, after: pending }], TODAY))).toEqual([
    [1, 0],
    [0, 0],
  ]);
});

it('counts only what is carried on the day: what is left from earlier days is carried today', () => {
  const after = { ...carried, courier: couriers[1] ? { id: couriers[1].id, name: '' } : null };
  const moved = (date: string) =>
    loads(withLoads(couriers, [{ before: { ...carried, date }, after: { ...after, date } }], TODAY));
  const today = moved('2026-11-20');
  expect(moved('2026-11-18')).toEqual(today);
  expect(today).not.toEqual(loads(couriers));
  expect(moved('2026-11-21')).toEqual(loads(couriers));
  const tomorrow = { ...carried, date: '2026-11-21' };
  expect(
    loads(withLoads(couriers, [{ before: { ...carried, date: '2026-11-20' }, after: tomorrow }], TODAY)),
  ).not.toEqual(loads(couriers));
});
