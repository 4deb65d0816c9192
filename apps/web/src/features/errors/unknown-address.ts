import { paths } from '#shared/paths.ts';

/** Patterns of all addresses of the application; the Dashboard has parts that not everybody may open. */
const KNOWN = [...Object.values(paths), `${paths.dashboard}/:part`]
  .filter((path) => typeof path === 'string')
  .map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'));

/** Longer ones are cut, so that they do not fill the page. */
const MAX_SHOWN = 120;

/**
 * @param opened URL with which the page was opened, before any redirect; `base` the URL of the application's root.
 * @returns its path within the application, to be shown, if it does not exist.
 */
export function unknownAddress(opened: string | undefined, base: string): string | undefined {
  if (opened === undefined || !URL.canParse(opened)) return undefined;
  const { pathname } = new URL(opened);
  const root = new URL(base).pathname.replace(/\/$/, '');
  const path = pathname.startsWith(root) ? pathname.slice(root.length) : pathname;
  if (path === '' || KNOWN.some((pattern) => pattern.test(path))) return undefined;
  let shown = path;
  try {
    shown = decodeURI(path);
  } catch {
    // Displayed as typed.
  }
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown;
}
