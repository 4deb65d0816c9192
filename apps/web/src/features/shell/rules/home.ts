import { paths } from '../../../shared/paths.ts';
import type { MenuEntry, MenuLink } from './menu.ts';

/**
 * @param visible the person's own menu.
 * @returns where the top bar's link leads: the dashboard, or the first section for somebody without it. Undefined when
 * there is no section at all.
 */
export function homeOf(visible: readonly MenuEntry[]): Pick<MenuLink, 'path' | 'title'> | undefined {
  const links = visible.filter((entry) => entry.type === 'link').filter(({ modules }) => !modules.includes('logout'));
  return links.find(({ path }) => path === paths.dashboard) ?? links[0];
}
