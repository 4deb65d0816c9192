import { paths } from '../../../shared/paths.ts';
import type { MenuEntry } from './menu.ts';

const FALLBACK = 'Dashboard';

/** Pages that no entry of the menu leads to. */
const OTHERS: Readonly<Record<string, string>> = { [paths.sessions]: 'Mis sesiones' };

const segments = (path: string): string[] => path.split('/').filter(Boolean);

/** @returns the title of the page at `pathname`: that of the menu entry its first segment names, or of the group's child its second names. */
export function pageTitle(pathname: string, menu: readonly MenuEntry[]): string {
  const [first, second] = segments(pathname);
  const entry = menu.find(({ path }) => segments(path)[0] === first);
  if (entry?.type !== 'sub') return entry?.title ?? OTHERS[`/${first ?? ''}`] ?? FALLBACK;
  return entry.children.find(({ path }) => path === second)?.title ?? entry.title;
}
