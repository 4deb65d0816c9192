import { MODULE_CODES } from '@despacho/contracts';
import { describe, expect, it } from 'vitest';
import { childPath, MENU, type MenuEntry, type MenuGroup } from './menu.ts';
import { pageTitle } from './page-title.ts';
import { visibleMenu } from './visible-menu.ts';

const GROUP: MenuGroup = {
  type: 'sub',
  path: '/reports',
  title: 'Reportes',
  icon: 'group',
  children: [
    { path: 'daily', title: 'Diario', abbreviation: 'D', modules: ['D01'] },
    { path: 'evidence', title: 'Evidencias', abbreviation: 'E', modules: ['T02', 'M01'] },
  ],
};
const WITH_GROUP: readonly MenuEntry[] = [...MENU, GROUP];

const titles = (menu: readonly MenuEntry[]) => menu.map(({ title }) => title);

describe('menu', () => {
  it('S23: holds the seven entries with their paths and modules', () => {
    expect(MENU.map((entry) => [entry.path, entry.title, entry.type === 'link' && entry.modules])).toEqual([
      ['/dashboard', 'Dashboard', ['D01', 'D02', 'D03', 'D04', 'D05', 'D06']],
      ['/map', 'Mapa', ['M01']],
      ['/assing', 'Asig. Orden(B)', ['U01']],
      ['/images', 'Imagenes', ['T02']],
      ['/permissions', 'Permiso Usuario', ['G01']],
      ['/clients', 'Clientes', ['000']],
      ['/auth/logout', 'Salir', ['logout']],
    ]);
  });

  it('S22: every entry has path, title, icon and type', () => {
    for (const entry of MENU) {
      expect(entry.type).toBe('link');
      expect(entry.path).toMatch(/^\/\w/);
      expect([entry.title, entry.icon]).not.toContain('');
    }
    expect(new Set(MENU.map(({ icon }) => icon)).size).toBe(MENU.length);
  });

  it('S23: somebody without modules still finds the way out', () => {
    expect(titles(visibleMenu(MENU, []))).toEqual(['Salir']);
  });

  it('S23: one module of several is enough, and only its entry appears', () => {
    expect(titles(visibleMenu(MENU, ['D05']))).toEqual(['Dashboard', 'Salir']);
    expect(titles(visibleMenu(MENU, ['T02', '000']))).toEqual(['Imagenes', 'Clientes', 'Salir']);
  });

  it('S23: all modules show all entries, in the order of the menu', () => {
    expect(visibleMenu(MENU, MODULE_CODES)).toEqual(MENU);
  });

  it('S23: codes nobody knows show nothing', () => {
    expect(titles(visibleMenu(MENU, ['X99', 'd01', '']))).toEqual(['Salir']);
  });

  it('S22: a group shows with those of its children that may be seen', () => {
    const [group] = visibleMenu(WITH_GROUP, ['M01']).slice(-1);
    expect(group).toEqual({ ...GROUP, children: [GROUP.children[1]] });
  });

  it('S22: a group without a visible child does not show', () => {
    expect(titles(visibleMenu(WITH_GROUP, ['G01']))).not.toContain('Reportes');
  });

  it('S22: a child lies below its group', () => {
    expect(childPath(GROUP, GROUP.children[0] ?? { path: '' })).toBe('/reports/daily');
  });
});

describe('page title', () => {
  it.each([
    ['/dashboard', 'Dashboard'],
    ['/map', 'Mapa'],
    ['/assing', 'Asig. Orden(B)'],
    ['/images', 'Imagenes'],
    ['/permissions', 'Permiso Usuario'],
    ['/clients', 'Clientes'],
    ['/clients/17', 'Clientes'],
    ['/sesiones', 'Mis sesiones'],
  ])('S24: %s is titled %s by its first segment', (pathname, title) => {
    expect(pageTitle(pathname, MENU)).toBe(title);
  });

  it('S24: a child of a group is titled by the second segment', () => {
    expect(pageTitle('/reports/evidence', WITH_GROUP)).toBe('Evidencias');
    expect(pageTitle('/reports/daily/2026', WITH_GROUP)).toBe('Diario');
  });

  it('S24: a group without a matching child keeps its own title', () => {
    expect(pageTitle('/reports/other', WITH_GROUP)).toBe('Reportes');
  });

  it.each(['/', '', '/unknown', '/mapa/x'])('S24: %j falls back to Dashboard', (pathname) => {
    expect(pageTitle(pathname, WITH_GROUP)).toBe('Dashboard');
  });
});
