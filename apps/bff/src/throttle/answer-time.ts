import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after so many milliseconds, or as soon as the signal fires. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const wait: Wait = (milliseconds, signal) =>
  sleep(milliseconds, undefined, { signal: signal }).catch(() => undefined);

/**
 * Failed logins are answered one, two, three … seconds after they arrived: longer than a host takes to look a password
 * up, so that how long it took (which differs for names it knows) does not show.
 */
const STEP_MS = 1000;

/** @returns how long until the next time at which a login that arrived `elapsedMs` ago may be refused. */
export function untilAnswerTime(elapsedMs: number): number {
  // A clock that was set back in between must not make anyone wait longer.
  const passed = Math.max(0, elapsedMs) % STEP_MS;
  return STEP_MS - passed;
}
