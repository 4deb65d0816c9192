import { expect, it } from 'vitest';
import { assignableCount, movesOf } from './state-moves.ts';

const orders = (['pendiente', 'asignada', 'asignada', 'en_ruta', 'entregada'] as const).map((state) => ({ state }));

it('lists target states with the number of orders', () => {
  expect(movesOf(orders, 'state')).toEqual([{ to: 'en_ruta', count: 2 }]);
  expect(movesOf(orders, 'close')).toEqual([
    { to: 'entregada', count: 3 },
    { to: 'no_entregada', count: 3 },
  ]);
  expect(movesOf(orders, 'unassign')).toEqual([{ to: 'pendiente', count: 2 }]);
  expect(movesOf(orders, 'correct')).toEqual([
    { to: 'entregada', count: 1 },
    { to: 'no_entregada', count: 1 },
    { to: 'en_ruta', count: 1 },
  ]);
  expect(movesOf([], 'state')).toEqual([]);
});

it('counts assignable orders', () => {
  expect(assignableCount(orders)).toBe(4);
});
