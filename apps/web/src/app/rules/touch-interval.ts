import { type SessionState } from '../../features/session/state/session-store.ts';

/** Milliseconds: often enough for the shortest idle limit worth having, never a burden. */
const SHORTEST = 15_000;
const LONGEST = 300_000;

/** @returns milliseconds until input counts again: a sixth of what the session has left when idle. */
export function touchInterval(state: SessionState, now: number): number {
  const left = state.status === 'in' ? Date.parse(state.view.idleEndsAt) - now : 0;
  return Math.min(LONGEST, Math.max(SHORTEST, left / 6));
}
