import { type CourierFigures } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { nextOrder, sortCouriers, USUAL_ORDER } from './courier-order.ts';

const courier = (name: string, changes: Partial<CourierFigures>): CourierFigures => ({
  id: name,
  name,
  total: 10,
  done: 5,
  failed: 0,
  late: 0,
  onTheWay: 1,
  perHour: null,
  end: null,
  seenAt: null,
  cash: null,
  ...changes,
});

const all = [
  courier('Ana', { done: 9, end: '2026-11-20T20:00:00Z' }),
  courier('Luis', { late: 2 }),
  courier('Rosa', { done: 1, end: '2026-11-20T22:00:00Z' }),
];
const names = (order: Parameters<typeof sortCouriers>[1]) => sortCouriers(all, order).map(({ name }) => name);

it('lists couriers with late orders first, then the others by name', () => {
  expect(names(USUAL_ORDER)).toEqual(['Luis', 'Ana', 'Rosa']);
});

it('puts couriers without a value last in both directions', () => {
  expect(names({ by: 'end', isDescending: true })).toEqual(['Rosa', 'Ana', 'Luis']);
  expect(names({ by: 'end', isDescending: false })).toEqual(['Ana', 'Rosa', 'Luis']);
});

it('reverses the order of a column that is pressed again', () => {
  const first = nextOrder(USUAL_ORDER, 'done');
  expect(names(first)).toEqual(['Rosa', 'Luis', 'Ana']);
  expect(names(nextOrder(first, 'done'))).toEqual(['Ana', 'Luis', 'Rosa']);
});
