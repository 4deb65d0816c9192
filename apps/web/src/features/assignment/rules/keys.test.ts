import { expect, it } from 'vitest';
import { KEYS } from './keys.ts';

it('S26: names every letter that does something in the section', () => {
  const letters = KEYS.flatMap(([keys]) => (keys.length === 1 ? keys : [])).filter((key) => /^[A-Z]$/.test(key));
  expect(letters.toSorted()).toEqual(['A', 'H', 'N', 'S', 'U']);
  expect(KEYS).toContainEqual([['N'], 'Nueva orden']);
});
