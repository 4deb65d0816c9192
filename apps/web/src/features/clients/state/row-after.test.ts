import { expect, it } from 'vitest';
import { rowAfter } from './use-row-focus.ts';

it.each([
  [3, 'ArrowDown', 4],
  [3, 'ArrowUp', 2],
  [0, 'ArrowUp', 0],
  [9, 'ArrowDown', 9],
  [3, 'Home', 0],
  [3, 'End', 9],
  [3, 'PageDown', 9],
  [3, 'PageUp', 0],
  [3, 'Enter', null],
])('moves from row %d of 10 with %s to %j', (from, key, expected) => {
  expect(rowAfter(from, key, 10)).toBe(expected);
});

it('returns null for an empty list', () => {
  expect(rowAfter(0, 'ArrowDown', 0)).toBeNull();
});
