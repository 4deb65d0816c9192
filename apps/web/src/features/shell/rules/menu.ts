import { type ModuleCode } from '@despacho/contracts';
import { paths } from '#shared/paths.ts';
import { type SectionIcon, SECTIONS } from '#shared/sections.ts';

/** Held by people with charge S, like a module. No module has such a code. */
export const CHARGE_S = 'charge:S';

/** Modules that show an entry, any one of them; `logout` shows it to everyone, `CHARGE_S` to charge S. */
export type MenuModule = ModuleCode | 'logout' | typeof CHARGE_S;

export type MenuIcon = SectionIcon | 'logout' | 'group' | 'settings';

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

/** The menu in display order: the sections, what charge S manages, then «Salir». Groups (`sub`) are allowed wherever links are. */
export const MENU: readonly MenuEntry[] = [
  ...SECTIONS.map(({ path, title, icon, access }): MenuLink => ({ type: 'link', path, title, icon, modules: access })),
  { type: 'link', path: paths.settings, title: 'Oficinas y ajustes', icon: 'settings', modules: [CHARGE_S] },
  { type: 'link', path: paths.logout, title: 'Salir', icon: 'logout', modules: ['logout'] },
];

/** @returns the URL of a group's entry. */
export const childPath = (group: Pick<MenuGroup, 'path'>, child: Pick<MenuChild, 'path'>): string =>
  `${group.path}/${child.path}`;
