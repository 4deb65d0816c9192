import { paths } from '#shared/paths.ts';
import type { MenuEntry } from './menu.ts';

const FALLBACK = 'Dashboard';

/** Titles of pages outside the menu. */
const OTHERS: Readonly<Record<string, string>> = {
  [paths.sessions]: 'Mis sesiones',
  [paths.records]: 'Registro',
};

const segments = (path: string): string[] => path.split('/').filter(Boolean);

/**
 * @returns the title of the page at `pathname`: of the menu entry that matches the first segment, or of the group's
 * child that matches the second.
 */
export function pageTitle(pathname: string, menu: readonly MenuEntry[]): string {
  const [first, second] = segments(pathname);
  const entry = menu.find(({ path }) => segments(path)[0] === first);
  if (entry?.type !== 'sub') return entry?.title ?? OTHERS[`/${first ?? ''}`] ?? FALLBACK;
  return entry.children.find(({ path }) => path === second)?.title ?? entry.title;
}
