import { type ModuleCode, type Screen, SCREEN_ACCESS } from '@despacho/contracts';
import { paths } from './paths.ts';

export type SectionIcon = 'dashboard' | 'map' | 'assign' | 'images' | 'permissions' | 'clients';

/** A screen that one gets to from the menu. */
export interface Section {
  screen: Screen;
  path: string;
  /** As staff know it: also the page's title. */
  title: string;
  /** By name, because the drawings are not for the sign-in page, which reads this list as well. */
  icon: SectionIcon;
  /** One of these modules opens it. */
  access: readonly ModuleCode[];
}

const section = (screen: Screen, path: string, title: string, icon: SectionIcon): Section => ({
  screen,
  path,
  title,
  icon,
  access: SCREEN_ACCESS[screen],
});

/** All sections. Routes, menu, titles, the dashboard's links and the first page after signing in follow this list and its order. */
export const SECTIONS: readonly Section[] = [
  section('dashboard', paths.dashboard, 'Dashboard', 'dashboard'),
  section('map', paths.map, 'Mapa', 'map'),
  section('assing', paths.assign, 'Asig. Orden(B)', 'assign'),
  section('images', paths.images, 'Imagenes', 'images'),
  section('permissions', paths.permissions, 'Permiso Usuario', 'permissions'),
  section('clients', paths.clients, 'Clientes', 'clients'),
];
