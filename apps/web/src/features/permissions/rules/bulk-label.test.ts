import { expect, it } from 'vitest';
import { bulkLabel } from './bulk-label.ts';

it.each([
  [true, 0, 'Nadie a quien dárselo'],
  [true, 1, 'Dar a 1 usuario que no lo tiene'],
  [true, 7, 'Dar a 7 usuarios que no lo tienen'],
  [false, 0, 'Nadie a quien quitárselo'],
  [false, 1, 'Quitar a 1 usuario que lo tiene'],
  [false, 2, 'Quitar a 2 usuarios que lo tienen'],
])('with on=%s and %d people, returns «%s»', (on, count, words) => {
  expect(bulkLabel(on, count)).toBe(words);
});
