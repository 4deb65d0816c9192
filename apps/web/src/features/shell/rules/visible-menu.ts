import type { MenuEntry, MenuModule } from './menu.ts';

const shows = (modules: readonly MenuModule[], held: ReadonlySet<string>): boolean =>
  modules.some((module) => module === 'logout' || held.has(module));

/**
 * @param held module codes of the signed-in person.
 * @returns the entries that person may see: links with one of their modules (`logout` is everyone's), groups reduced to
 * such children, and no group without any.
 */
export function visibleMenu(menu: readonly MenuEntry[], held: Iterable<string>): MenuEntry[] {
  const codes = new Set(held);
  return menu.flatMap((entry): MenuEntry[] => {
    if (entry.type === 'link') return shows(entry.modules, codes) ? [entry] : [];
    const children = entry.children.filter((child) => shows(child.modules, codes));
    return children.length > 0 ? [{ ...entry, children }] : [];
  });
}
