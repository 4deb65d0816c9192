import { type ModuleCode, SCREEN_ACCESS } from '@despacho/contracts';
import { paths } from '../../shared/paths.ts';

/** What an entry needs: one of these modules; `logout` stands for everyone. */
export type MenuModule = ModuleCode | 'logout';

export type MenuIcon = 'dashboard' | 'map' | 'assign' | 'images' | 'permissions' | 'clients' | 'logout' | 'group';

/** Leads somewhere. */
export interface MenuLink {
  type: 'link';
  path: string;
  title: string;
  icon: MenuIcon;
  modules: readonly MenuModule[];
}

/** An entry of a group. Its address is the group's path and its own, joined. */
export interface MenuChild {
  path: string;
  title: string;
  /** One to three letters, shown where there is no room for the title. */
  abbreviation: string;
  modules: readonly MenuModule[];
}

/** A collapsible group. */
export interface MenuGroup {
  type: 'sub';
  path: string;
  title: string;
  icon: MenuIcon;
  children: readonly MenuChild[];
}

export type MenuEntry = MenuLink | MenuGroup;

const link = (path: string, title: string, icon: MenuIcon, modules: readonly MenuModule[]): MenuLink => ({
  type: 'link',
  path,
  title,
  icon,
  modules,
});

/** The menu, top to bottom. Titles are spelt as staff know them. */
export const MENU: readonly MenuEntry[] = [
  link(paths.dashboard, 'Dashboard', 'dashboard', SCREEN_ACCESS.dashboard),
  link(paths.map, 'Mapa', 'map', SCREEN_ACCESS.map),
  link(paths.assign, 'Asig. Orden(B)', 'assign', SCREEN_ACCESS.assing),
  link(paths.images, 'Imagenes', 'images', SCREEN_ACCESS.images),
  link(paths.permissions, 'Permiso Usuario', 'permissions', SCREEN_ACCESS.permissions),
  link(paths.clients, 'Clientes', 'clients', SCREEN_ACCESS.clients),
  link(paths.logout, 'Salir', 'logout', ['logout']),
];

/** @returns the address of a group's entry. */
export const childPath = (group: Pick<MenuGroup, 'path'>, child: Pick<MenuChild, 'path'>): string =>
  `${group.path}/${child.path}`;
