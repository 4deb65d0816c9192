import { expect, it } from 'vitest';
import { homeOf } from './home.ts';
import { MENU } from './menu.ts';
import { visibleMenu } from './visible-menu.ts';

const homeWith = (...modules: string[]) => homeOf(visibleMenu(MENU, modules))?.path;

it('S12: links to the dashboard', () => {
  expect(homeWith('000', 'D06')).toBe('/dashboard');
});

it('S12: links to the first section without a dashboard module', () => {
  expect(homeWith('000', 'T02')).toBe('/images');
  expect(homeWith('000')).toBe('/clients');
});

it('S12: has no link without any section', () => {
  expect(homeWith()).toBeUndefined();
});
