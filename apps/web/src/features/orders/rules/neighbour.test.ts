import { expect, it } from 'vitest';
import { neighbourOf } from './neighbour.ts';

const rows = (ids: string) => Array.from(ids, (id) => ({ id }));

it('is the next row below that is still there, else the next above', () => {
  expect(neighbourOf('c', rows('abcde'), rows('abde'))).toBe('d');
  expect(neighbourOf('c', rows('abcde'), rows('abe'))).toBe('e');
  expect(neighbourOf('d', rows('abcde'), rows('ab'))).toBe('b');
});

it('is none where no row is left, or the row was none', () => {
  expect(neighbourOf('a', rows('ab'), rows('xy'))).toBeUndefined();
  expect(neighbourOf('z', [], rows('ab'))).toBeUndefined();
});
