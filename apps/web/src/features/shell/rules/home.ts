import { paths } from '#shared/paths.ts';
import type { MenuEntry, MenuLink } from './menu.ts';

/**
 * @param visible the user's own menu.
 * @returns the target of the top bar's home link: the dashboard or else the first section. Undefined without any
 * section.
 */
export function homeOf(visible: readonly MenuEntry[]): Pick<MenuLink, 'path' | 'title'> | undefined {
  const links = visible.filter((entry) => entry.type === 'link').filter(({ modules }) => !modules.includes('logout'));
  return links.find(({ path }) => path === paths.dashboard) ?? links[0];
}
