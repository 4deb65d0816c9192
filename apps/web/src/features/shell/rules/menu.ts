import { type ModuleCode } from '@despacho/contracts';
import { paths } from '../../../shared/paths.ts';
import { type Section, type SectionIcon, SECTIONS } from '../../../shared/sections.ts';

/** What an entry needs: one of these modules; `logout` stands for everyone. */
export type MenuModule = ModuleCode | 'logout';

export type MenuIcon = SectionIcon | 'logout' | 'group';

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

const sectionLink = ({ path, title, icon, access }: Section): MenuLink => ({
  type: 'link',
  path,
  title,
  icon,
  modules: access,
});

/** The menu, top to bottom: the sections, and the way out. A group (`sub`) may stand wherever a link does. */
export const MENU: readonly MenuEntry[] = [
  ...SECTIONS.map(sectionLink),
  { type: 'link', path: paths.logout, title: 'Salir', icon: 'logout', modules: ['logout'] },
];

/** @returns the address of a group's entry. */
export const childPath = (group: Pick<MenuGroup, 'path'>, child: Pick<MenuChild, 'path'>): string =>
  `${group.path}/${child.path}`;
