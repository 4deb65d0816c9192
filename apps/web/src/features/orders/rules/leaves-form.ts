import { paths } from '../../../shared/paths.ts';
import { OFFICE_PARAM } from '../../session/state/use-office.ts';
import { EDIT, NEW } from './order-window.ts';

/** Where people are sent without being asked: their session or their permission is gone. */
const SENT: readonly string[] = [paths.expired, paths.login, paths.forbidden];

/** What belongs to the state of a move that somebody has been asked about already. */
export const ASKED = { asked: true } as const;

/** What an address says of the form itself; the route sheet (`hoja`) takes its place. Anything else changes beside it. */
const OF_FORM: readonly string[] = [EDIT, NEW, OFFICE_PARAM, 'hoja'];

interface Place {
  pathname: string;
  search: string;
  state: unknown;
}

const wasAsked = ({ state }: Place): boolean =>
  typeof state === 'object' && state !== null && 'asked' in state && state.asked === true;

/**
 * @param manner whether the move goes along the history: what an entry says of having been asked is of an earlier time.
 * @returns whether a move leaves the form of an order behind, with what was typed in it.
 */
export function leavesForm(from: Place, to: Place, { isBack }: { isBack: boolean }): boolean {
  if (SENT.includes(to.pathname)) return false;
  if (from.pathname !== to.pathname) return true;
  if (isBack) return from.search !== to.search;
  if (wasAsked(to)) return false;
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  return OF_FORM.some((name) => before.get(name) !== after.get(name));
}
