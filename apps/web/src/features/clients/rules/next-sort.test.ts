import { expect, it } from 'vitest';
import { nextSort } from './next-sort.ts';

it('cycles through ascending, descending and unsorted', () => {
  const first = nextSort(null, 'name');
  expect(first).toEqual({ id: 'name', desc: false });
  const second = nextSort(first, 'name');
  expect(second).toEqual({ id: 'name', desc: true });
  expect(nextSort(second, 'name')).toBeNull();
});

it('starts ascending for another column', () => {
  expect(nextSort({ id: 'name', desc: true }, 'code')).toEqual({ id: 'code', desc: false });
});
