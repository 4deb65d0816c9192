import { type SessionView } from '@despacho/contracts';
import { createStore } from '#shared/state/store.ts';
import { personOf } from '../rules/person.ts';

/**
 * `unknown` until the first request; `in`, with `leaving` while any tab signs out; `out`, with `ended` if a call
 * found the session expired, as opposed to never started or signed out.
 */
export type SessionState =
  | { status: 'unknown' }
  | { status: 'in'; view: SessionView; leaving?: true }
  | { status: 'out'; ended: boolean };

const store = createStore<SessionState>({ status: 'unknown' });
let lastView: SessionView | undefined;

/** @returns the current session state. Components subscribe with `subscribeSession`. */
export const sessionState = store.get;

/** Whether the user changed: sign-in, sign-out or its start. A refreshed view of the same session does not count. */
function isUserChange(before: SessionState, now: SessionState): boolean {
  if (before.status !== 'in' || now.status !== 'in') return true;
  return personOf(before.view) !== personOf(now.view) || before.leaving !== now.leaving;
}

let changes = 0;

/** @returns a counter that changes on every sign-in, sign-out or start of a sign-out. */
export const userChanges = (): number => changes;

/** The last session view. Stays available after a sign-out for the page that is still on screen. */
export const lastSessionView = (): SessionView | undefined => lastView;

let reportedAt = -Infinity;

/**
 * @returns milliseconds since the gateway last reported the session's expiry to any tab. Large after the computer
 * slept or its clock was changed.
 */
export const sinceReported = (): number => Math.abs(Date.now() - reportedAt);

function setState(next: SessionState): void {
  if (isUserChange(store.get(), next)) changes += 1;
  if (next.status === 'in') {
    lastView = next.view;
    if (!next.leaving) reportedAt = Date.now();
  }
  store.set(next);
}

/** Sets the session from a gateway response. */
export const markIn = (view: SessionView): void => {
  setState({ status: 'in', view });
};

/** Sets the state to signed out. `ended`: the session was found expired. */
export const markOut = ({ ended }: { ended: boolean }): void => {
  setState({ status: 'out', ended });
};

/** Updates the expiry with values that another tab received. */
export const markExtended = (ends: Pick<SessionView, 'idleEndsAt' | 'endsAt'>): void => {
  const state = store.get();
  if (state.status === 'in') setState({ ...state, view: { ...state.view, ...ends } });
};

/** A tab is signing out: 401 responses from now on do not count as an expired session. */
export const markLeaving = (): void => {
  const state = store.get();
  if (state.status === 'in') setState({ ...state, leaving: true });
};

/** A call was rejected with 401. */
export const markRefused = (): void => {
  const state = store.get();
  if (state.status === 'in') setState({ status: 'out', ended: !state.leaving });
};

/** Discards the state, so that the next route guard asks the gateway. */
export const markUnknown = (): void => {
  setState({ status: 'unknown' });
};

/** Subscribe function for `useSyncExternalStore`. */
export const subscribeSession = store.subscribe;
