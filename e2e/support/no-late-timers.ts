/*
 * Loaded into a gateway or a backend before its own code (`--import`): timers of ten seconds and longer do nothing. No
 * stream ends at its planned age, and no gateway finds a change by its regular check of a session.
 */

const LATE_MS = 10_000;
const NEVER_MS = 2 ** 31 - 1;
const isLate = (milliseconds = 0): boolean => milliseconds >= LATE_MS;

const { setInterval } = globalThis;
globalThis.setInterval = ((work: () => void, milliseconds?: number, ...rest: unknown[]) =>
  setInterval(isLate(milliseconds) ? () => undefined : work, milliseconds, ...rest)) as typeof setInterval;

const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (milliseconds) => timeout(isLate(milliseconds) ? NEVER_MS : milliseconds);
