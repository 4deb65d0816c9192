import { paths } from '#shared/paths.ts';
import { OFFICE_PARAM } from '#features/session/state/use-office.ts';

/** Redirect targets that do not ask: the session or permission is gone, and the changes are kept. */
const REDIRECTS: readonly string[] = [paths.expired, paths.login, paths.forbidden];

/** Query parameter with the part of the screen: without it, the permissions. */
export const VIEW_PARAM = 'vista';

interface Place {
  pathname: string;
  search: string;
}

/** @returns whether navigating between two locations would abandon unsaved changes. */
export function leavesChanges(from: Place, to: Place): boolean {
  if (REDIRECTS.includes(to.pathname)) return false;
  const isOther = (name: string): boolean =>
    new URLSearchParams(from.search).get(name) !== new URLSearchParams(to.search).get(name);
  return from.pathname !== to.pathname || isOther(OFFICE_PARAM) || isOther(VIEW_PARAM);
}
