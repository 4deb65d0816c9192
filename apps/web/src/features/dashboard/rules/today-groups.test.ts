import { ORDER_STATE_CODES, type OrderState } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { groupCount, sharesOf, TODAY_GROUPS } from './today-groups.ts';

it('counts each state in exactly one group', () => {
  expect(TODAY_GROUPS.flatMap(({ states }) => states).sort()).toEqual([...ORDER_STATE_CODES].sort());
});

it('adds up to all orders of the day', () => {
  const states = Object.fromEntries(ORDER_STATE_CODES.map((state, at) => [state, 2 ** at])) as Record<
    OrderState,
    number
  >;
  const counts = TODAY_GROUPS.map((group) => groupCount(states, group));
  expect(counts.reduce((sum, count) => sum + count)).toBe(255);
});

it.each([
  [
    [0, 0],
    [0, 0],
  ],
  [
    [1, 3],
    [25, 75],
  ],
  [
    [0, 5],
    [0, 100],
  ],
])('shares of %j are %j', (counts, shares) => {
  expect(sharesOf(counts)).toEqual(shares);
});

it('keeps a tiny share visible and fills the bar', () => {
  const [one = 0, rest = 0] = sharesOf([1, 9999]);
  expect(one).toBeGreaterThan(0.7);
  expect(one + rest).toBeCloseTo(100);
});
