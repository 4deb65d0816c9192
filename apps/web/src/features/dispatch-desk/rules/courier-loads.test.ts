import { expect, it } from 'vitest';
import { aCourier } from '../../../../test/a-courier.ts';
import { anOrder } from '../../../../test/an-order.ts';
import { withLoads } from './courier-loads.ts';

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
  expect(loads(withLoads(couriers, [{ before, after }]))).toEqual(expected);
});

it('returns the same list if no load changes, and never a load below zero', () => {
  expect(withLoads(couriers, [{ before: carried, after: { ...carried, state: 'en_ruta' } }])).toBe(couriers);
  const heavy = { ...carried, weightGrams: 9000 };
  expect(loads(withLoads(couriers, [{ before: heavy, after: pending }]))).toEqual([
    [1, 0],
    [0, 0],
  ]);
});
