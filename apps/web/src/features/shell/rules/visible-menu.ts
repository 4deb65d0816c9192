import type { MenuEntry, MenuModule } from './menu.ts';

const shows = (modules: readonly MenuModule[], held: ReadonlySet<string>): boolean =>
  modules.some((module) => module === 'logout' || held.has(module));

/**
 * @param held module codes of the signed-in user.
 * @returns the entries visible to that user: links with one of their modules (`logout` is for everyone) and groups
 * with their visible children, without empty groups.
 */
export function visibleMenu(menu: readonly MenuEntry[], held: Iterable<string>): MenuEntry[] {
  const codes = new Set(held);
  return menu.flatMap((entry): MenuEntry[] => {
    if (entry.type === 'link') return shows(entry.modules, codes) ? [entry] : [];
    const children = entry.children.filter((child) => shows(child.modules, codes));
    return children.length > 0 ? [{ ...entry, children }] : [];
  });
}
