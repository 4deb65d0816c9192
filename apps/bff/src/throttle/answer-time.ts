/**
 * Failed logins are answered a whole number of seconds after they arrived: longer than a host's password check, so that
 * its duration (which differs for known names) is hidden.
 */
const STEP_MS = 1000;

/** @returns how long to wait before refusing a login that arrived `elapsedMs` ago. */
export function untilAnswerTime(elapsedMs: number): number {
  // A clock that was set back meanwhile must not extend the wait.
  const passed = Math.max(0, elapsedMs) % STEP_MS;
  return STEP_MS - passed;
}
