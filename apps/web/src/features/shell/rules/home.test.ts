import { expect, it } from 'vitest';
import { homeOf } from './home.ts';
import { MENU } from './menu.ts';
import { visibleMenu } from './visible-menu.ts';

const homeWith = (...modules: string[]) => homeOf(visibleMenu(MENU, modules))?.path;

it('S12: the link leads to the dashboard', () => {
  expect(homeWith('000', 'D06')).toBe('/dashboard');
});

it('S12: without a D module it leads to the first section', () => {
  expect(homeWith('000', 'T02')).toBe('/images');
  expect(homeWith('000')).toBe('/clients');
});

it('S12: without any section there is no link', () => {
  expect(homeWith()).toBeUndefined();
});
