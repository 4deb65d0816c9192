import { expect, it } from 'vitest';
import { compareKeys, sortKey } from './sort-key.ts';

const sorted = (values: unknown[]) => values.toSorted((a, b) => compareKeys(sortKey(a), sortKey(b)));

it('sorts text as Spanish does, figures by size, yes before no', () => {
  expect(sorted(['Ñaña', 'Nazca', 'óptica', 'Oro', 'Zorritos'])).toEqual([
    'Nazca',
    'Ñaña',
    'óptica',
    'Oro',
    'Zorritos',
  ]);
  expect(sorted(['CLI-10', 'CLI-9'])).toEqual(['CLI-9', 'CLI-10']);
  expect(sorted([10, 9, -1])).toEqual([-1, 9, 10]);
  expect(sorted([false, true])).toEqual([true, false]);
});

it('has no key for what is not there', () => {
  expect([null, undefined, '', [], {}].map(sortKey)).toEqual(Array.from({ length: 5 }));
  expect(sortKey(0)).toBe(0);
});
