import { paths } from '#shared/paths.ts';
import { OFFICE_PARAM } from '#features/session/state/use-office.ts';

/** Redirect targets that do not ask: the session or permission is gone, and the changes are kept. */
const REDIRECTS: readonly string[] = [paths.expired, paths.login, paths.forbidden];

interface Place {
  pathname: string;
  search: string;
}

/** @returns whether navigating between two locations would abandon unsaved changes. */
export function leavesChanges(from: Place, to: Place): boolean {
  if (REDIRECTS.includes(to.pathname)) return false;
  const officeOf = ({ search }: Place): string | null => new URLSearchParams(search).get(OFFICE_PARAM);
  return from.pathname !== to.pathname || officeOf(from) !== officeOf(to);
}
