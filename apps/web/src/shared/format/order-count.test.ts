import { expect, it } from 'vitest';
import { orderCount } from './order-count.ts';

it('counts orders in words', () => {
  expect([orderCount(1), orderCount(0), orderCount(1200)]).toEqual(['1 orden', '0 órdenes', '1,200 órdenes']);
  expect(orderCount(10_000, true)).toBe('más de 10,000 órdenes');
});
