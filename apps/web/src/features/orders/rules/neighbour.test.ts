import { expect, it } from 'vitest';
import { neighbourOf } from './neighbour.ts';

const rows = (ids: string) => Array.from(ids, (id) => ({ id }));

it('is the next remaining row below, otherwise above', () => {
  expect(neighbourOf('c', rows('abcde'), rows('abde'))).toBe('d');
  expect(neighbourOf('c', rows('abcde'), rows('abe'))).toBe('e');
  expect(neighbourOf('d', rows('abcde'), rows('ab'))).toBe('b');
});

it('is undefined without remaining rows or for an unknown row', () => {
  expect(neighbourOf('a', rows('ab'), rows('xy'))).toBeUndefined();
  expect(neighbourOf('z', [], rows('ab'))).toBeUndefined();
});
