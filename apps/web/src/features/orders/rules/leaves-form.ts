import { paths } from '#shared/paths.ts';
import { OFFICE_PARAM } from '#features/session/state/use-office.ts';
import { EDIT, NEW } from './order-window.ts';

/** Redirect targets that do not ask: the session or permission is gone. */
const REDIRECTS: readonly string[] = [paths.expired, paths.login, paths.forbidden];

/** Navigation state that marks the question as already answered. */
export const ASKED = { asked: true } as const;

/**
 * Parameters that replace the form when they change, including the route sheet (`hoja`) and the closing of a route
 * (`cierre`). Other parameters may change
 * while the form stays open.
 */
const OF_FORM: readonly string[] = [EDIT, NEW, OFFICE_PARAM, 'hoja', 'cierre'];

interface Place {
  pathname: string;
  search: string;
  state: unknown;
}

const wasAsked = ({ state }: Place): boolean =>
  typeof state === 'object' && state !== null && 'asked' in state && state.asked === true;

/**
 * @param isBack whether the navigation goes through the history, where an answer stored in an entry is outdated.
 * @returns whether a navigation leaves an order's form and loses its input.
 */
export function leavesForm(from: Place, to: Place, { isBack }: { isBack: boolean }): boolean {
  if (REDIRECTS.includes(to.pathname)) return false;
  if (from.pathname !== to.pathname) return true;
  if (!isBack && wasAsked(to)) return false;
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  return OF_FORM.some((name) => before.get(name) !== after.get(name));
}
