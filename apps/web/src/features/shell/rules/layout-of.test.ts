import { expect, it } from 'vitest';
import { layoutOf } from './layout-of.ts';

it('S13: only /images has no margins', () => {
  expect(layoutOf('/images')).toBe('bleed');
  expect(layoutOf('/images/123')).toBe('bleed');
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
