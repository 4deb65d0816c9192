import { type SessionView } from '@despacho/contracts';
import { personOf } from './person.ts';

/**
 * `unknown` until the first probe; `in`, and `leaving` while some tab is signing out; `out`, with `ended` when a call
 * found the session gone, as opposed to never begun or left on purpose.
 */
export type SessionState =
  { status: 'unknown' } | { status: 'in'; view: SessionView; leaving?: true } | { status: 'out'; ended: boolean };

const listeners = new Set<() => void>();
let state: SessionState = { status: 'unknown' };
let lastView: SessionView | undefined;

/** @returns what is known of the session now. Components subscribe by `subscribeSession`. */
export const sessionState = (): SessionState => state;

/** Somebody signed in, out, or began to leave: not what is merely known anew of the same person's session. */
function isTurn(before: SessionState, now: SessionState): boolean {
  if (before.status !== 'in' || now.status !== 'in') return true;
  return personOf(before.view) !== personOf(now.view) || before.leaving !== now.leaving;
}

let turns = 0;

/** @returns a number that is another one once somebody has signed in, out, or begun to leave. */
export const sessionTurn = (): number => turns;

/** The person last seen signed in: what a page still on screen goes on showing while it is being left. */
export const lastSessionView = (): SessionView | undefined => lastView;

let toldAt = -Infinity;

/**
 * @returns milliseconds since the gateway last said, to this tab or another, how long the session lasts. Many when the
 * computer slept or its clock was set meanwhile.
 */
export const sinceTold = (): number => Math.abs(Date.now() - toldAt);

function setState(next: SessionState): void {
  if (isTurn(state, next)) turns += 1;
  state = next;
  if (next.status === 'in') {
    lastView = next.view;
    if (!next.leaving) toldAt = Date.now();
  }
  for (const listener of listeners) listener();
}

/** Somebody is signed in, by what the gateway has just said. */
export const markIn = (view: SessionView): void => {
  setState({ status: 'in', view });
};

/** Nobody is signed in. `ended`: the session was found gone. */
export const markOut = ({ ended }: { ended: boolean }): void => {
  setState({ status: 'out', ended });
};

/** Another tab was told how long the session lasts. */
export const markLasting = (ends: Pick<SessionView, 'idleEndsAt' | 'endsAt'>): void => {
  if (state.status === 'in') setState({ ...state, view: { ...state.view, ...ends } });
};

/** Some tab is signing out: whatever fails for want of a session from now on is no surprise. */
export const markLeaving = (): void => {
  if (state.status === 'in') setState({ ...state, leaving: true });
};

/** A call was refused for want of a session. */
export const markRefused = (): void => {
  if (state.status === 'in') setState({ status: 'out', ended: !state.leaving });
};

/** What was known is void: the next guard asks again. */
export const markUnknown = (): void => {
  setState({ status: 'unknown' });
};

/** Fits `useSyncExternalStore`. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
