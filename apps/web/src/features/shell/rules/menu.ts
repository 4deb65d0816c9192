import { CHARGE_ALL_OFFICES, type ModuleCode } from '@despacho/contracts';
import { paths } from '#shared/paths.ts';
import { type SectionIcon, SECTIONS } from '#shared/sections.ts';

/** Modules that show an entry, any one of them; `logout` shows it to everyone. */
export type MenuModule = ModuleCode | 'logout';

export type MenuIcon = SectionIcon | 'logout' | 'group' | 'settings' | 'records';

export interface MenuLink {
  type: 'link';
  path: string;
  title: string;
  icon: MenuIcon;
  modules: readonly MenuModule[];
}

/** An entry of a group. Its URL is the group's path joined with its own. */
interface MenuChild {
  path: string;
  title: string;
  /** One to three letters, shown where the title does not fit. */
  abbreviation: string;
  modules: readonly MenuModule[];
}

export interface MenuGroup {
  type: 'sub';
  path: string;
  title: string;
  icon: MenuIcon;
  children: readonly MenuChild[];
}

export type MenuEntry = MenuLink | MenuGroup;

/** The menu in display order: the sections, then «Salir». Groups (`sub`) are allowed wherever links are. */
export const MENU: readonly MenuEntry[] = [
  ...SECTIONS.map(({ path, title, icon, access }): MenuLink => ({ type: 'link', path, title, icon, modules: access })),
  { type: 'link', path: paths.logout, title: 'Salir', icon: 'logout', modules: ['logout'] },
];

/** Entries for charge S, regardless of modules: before «Salir». */
export const MANAGEMENT: readonly MenuLink[] = [
  { type: 'link', path: paths.settings, title: 'Oficinas y ajustes', icon: 'settings', modules: ['logout'] },
  { type: 'link', path: paths.records, title: 'Registro', icon: 'records', modules: ['logout'] },
];

/**
 * @param hasService whether there is a dispatch service, which keeps the settings and the trail.
 * @returns the menu of a person: with `MANAGEMENT` for charge S.
 */
export const menuOf = (charge: string, hasService: boolean): readonly MenuEntry[] =>
  charge === CHARGE_ALL_OFFICES && hasService ? [...MENU.slice(0, -1), ...MANAGEMENT, ...MENU.slice(-1)] : MENU;

/** @returns the URL of a group's entry. */
export const childPath = (group: Pick<MenuGroup, 'path'>, child: Pick<MenuChild, 'path'>): string =>
  `${group.path}/${child.path}`;
