import { expect, it } from 'vitest';
import { layoutOf } from './layout-of.ts';

it('S13: /images has no margins, and fills the panel', () => {
  expect(layoutOf('/images')).toBe('fill');
  expect(layoutOf('/images/123')).toBe('fill');
  for (const path of ['/dashboard', '/clients', '/clients/images', '/permissions', '/imagesx']) {
    expect(layoutOf(path)).toBe('padded');
  }
});

it('gives the map the whole panel', () => {
  expect(layoutOf('/map')).toBe('fill');
});

it('limits the orders to the panel height, since the table scrolls itself', () => {
  expect(layoutOf('/assing')).toBe('fit');
});
