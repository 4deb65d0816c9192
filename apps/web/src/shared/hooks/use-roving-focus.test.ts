import { expect, it } from 'vitest';
import { indexAfterKey } from './use-roving-focus.ts';

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
  [3, 'ArrowRight', null],
])('moves from item %d of 10 in a column with %s to %j', (from, key, expected) => {
  expect(indexAfterKey(key, from, 10, { page: 15 })).toBe(expected);
});

it.each([
  ['ArrowRight', 4],
  ['ArrowLeft', 2],
  ['ArrowDown', null],
  ['PageDown', null],
])('moves from item 3 of 10 in a row with %s to %j', (key, expected) => {
  expect(indexAfterKey(key, 3, 10, { axis: 'row' })).toBe(expected);
});

it('returns null for an empty list', () => {
  expect(indexAfterKey('ArrowDown', 0, 0)).toBeNull();
});
