import { MODULE_CODES } from '@despacho/contracts';
import { describe, expect, it } from 'vitest';
import { childPath, MENU, type MenuEntry, type MenuGroup, menuOf } from './menu.ts';
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
  it('S23: contains the seven entries with their paths and modules', () => {
    expect(MENU.map((entry) => [entry.path, entry.title, entry.type === 'link' && entry.modules])).toEqual([
      ['/dashboard', 'Dashboard', ['D01', 'D02', 'D03', 'D04', 'D05', 'D06']],
      ['/map', 'Mapa', ['M01']],
      ['/assing', 'Asig. Orden(B)', ['U01']],
      ['/images', 'Imágenes', ['T02']],
      ['/permissions', 'Permiso Usuario', ['G01']],
      ['/clients', 'Clientes', ['000']],
      ['/auth/logout', 'Salir', ['logout']],
    ]);
  });

  it('shows «Registro» before «Salir» to charge S where our own service is, whatever the modules', () => {
    expect(titles(visibleMenu(menuOf('S', true), [])).slice(-3)).toEqual(['Oficinas y ajustes', 'Registro', 'Salir']);
    expect(titles(visibleMenu(menuOf('A', true), MODULE_CODES))).not.toContain('Registro');
    expect(menuOf('S', false)).toBe(MENU);
  });

  it('S22: every entry has path, title, icon and type', () => {
    for (const entry of MENU) {
      expect(entry.type).toBe('link');
      expect(entry.path).toMatch(/^\/\w/);
      expect([entry.title, entry.icon]).not.toContain('');
    }
    expect(new Set(MENU.map(({ icon }) => icon)).size).toBe(MENU.length);
  });

  it('S23: shows the sign-out entry to users without modules', () => {
    expect(titles(visibleMenu(MENU, []))).toEqual(['Salir']);
  });

  it("S23: any one of an entry's modules shows it, and no other entry", () => {
    expect(titles(visibleMenu(MENU, ['D05']))).toEqual(['Dashboard', 'Salir']);
    expect(titles(visibleMenu(MENU, ['T02', '000']))).toEqual(['Imágenes', 'Clientes', 'Salir']);
  });

  it('S23: all modules show all entries, in menu order', () => {
    expect(visibleMenu(MENU, MODULE_CODES)).toEqual(MENU);
  });

  it('S23: unknown codes show no entry', () => {
    expect(titles(visibleMenu(MENU, ['X99', 'd01', '']))).toEqual(['Salir']);
  });

  it('S22: a group shows only its visible children', () => {
    const [group] = visibleMenu(WITH_GROUP, ['M01']).slice(-1);
    expect(group).toEqual({ ...GROUP, children: [GROUP.children[1]] });
  });

  it('S22: a group without a visible child is hidden', () => {
    expect(titles(visibleMenu(WITH_GROUP, ['G01']))).not.toContain('Reportes');
  });

  it("S22: a child's path starts with the path of its group", () => {
    expect(childPath(GROUP, GROUP.children[0] ?? { path: '' })).toBe('/reports/daily');
  });
});

describe('page title', () => {
  it.each([
    ['/dashboard', 'Dashboard'],
    ['/map', 'Mapa'],
    ['/assing', 'Asig. Orden(B)'],
    ['/images', 'Imágenes'],
    ['/permissions', 'Permiso Usuario'],
    ['/clients', 'Clientes'],
    ['/clients/17', 'Clientes'],
    ['/sesiones', 'Mis sesiones'],
  ])('S24: the first segment of %s gives the title %s', (pathname, title) => {
    expect(pageTitle(pathname, MENU)).toBe(title);
  });

  it('S24: the second segment gives the title within a group', () => {
    expect(pageTitle('/reports/evidence', WITH_GROUP)).toBe('Evidencias');
    expect(pageTitle('/reports/daily/2026', WITH_GROUP)).toBe('Diario');
  });

  it('S24: a group without a matching child uses its own title', () => {
    expect(pageTitle('/reports/other', WITH_GROUP)).toBe('Reportes');
  });

  it.each(['/', '', '/unknown', '/mapa/x'])('S24: %j falls back to Dashboard', (pathname) => {
    expect(pageTitle(pathname, WITH_GROUP)).toBe('Dashboard');
  });
});
