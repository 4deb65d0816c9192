import { type SessionState } from '#features/session/state/session-store.ts';

/** In milliseconds: often enough for the shortest sensible idle limit, without much traffic. */
const SHORTEST = 15_000;
const LONGEST = 300_000;

/** @returns milliseconds until input is reported again: a sixth of the session's remaining idle time. */
export function touchInterval(state: SessionState, now: number): number {
  const left = state.status === 'in' ? Date.parse(state.view.idleEndsAt) - now : 0;
  return Math.min(LONGEST, Math.max(SHORTEST, left / 6));
}
