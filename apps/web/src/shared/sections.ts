import { type ModuleCode, type Screen, SCREEN_ACCESS } from '@despacho/contracts';
import { paths } from './paths.ts';

export type SectionIcon = 'dashboard' | 'map' | 'assign' | 'images' | 'permissions' | 'clients';

/** A screen in the menu. */
export interface Section {
  screen: Screen;
  path: string;
  /** The name that staff use; also the page's title. */
  title: string;
  /** By name, because the login page also imports this list and must not download the icons. */
  icon: SectionIcon;
  /** Any one of these modules opens it. */
  access: readonly ModuleCode[];
}

const section = (screen: Screen, path: string, title: string, icon: SectionIcon): Section => ({
  screen,
  path,
  title,
  icon,
  access: SCREEN_ACCESS[screen],
});

/**
 * All sections. Routes, menu, titles, the dashboard's links and the first page after sign-in use this list and its
 * order.
 */
export const SECTIONS: readonly Section[] = [
  section('dashboard', paths.dashboard, 'Dashboard', 'dashboard'),
  section('map', paths.map, 'Mapa', 'map'),
  section('assing', paths.assign, 'Asig. Orden(B)', 'assign'),
  section('images', paths.images, 'Imágenes', 'images'),
  section('permissions', paths.permissions, 'Permiso Usuario', 'permissions'),
  section('clients', paths.clients, 'Clientes', 'clients'),
];
