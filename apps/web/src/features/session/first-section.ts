import { mayUse, type Screen, SCREEN_ACCESS } from '@despacho/contracts';
import { paths } from '../../shared/paths.ts';

/** In the order of the menu. */
const SECTIONS: readonly Screen[] = ['dashboard', 'map', 'assing', 'images', 'permissions', 'clients'];

/** @returns the path of the first section somebody holding `modules` may see; the refusal page when there is none. */
export function firstSection(modules: readonly string[]): string {
  const section = SECTIONS.find((screen) => mayUse(SCREEN_ACCESS[screen], modules));
  return section ? `/${section}` : paths.forbidden;
}
