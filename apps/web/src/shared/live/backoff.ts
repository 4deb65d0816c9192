/** In milliseconds. The first retry follows a planned end of the stream (the service ends each within a minute). */
const SHORTEST = 1000;
const LONGEST = 30_000;

/**
 * @param failures number of failed tries in a row.
 * @returns milliseconds to wait: doubling, at most half a minute, with jitter so that clients do not reconnect
 * together.
 */
export function backoff(failures: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST, SHORTEST * 2 ** Math.min(failures, 16));
  return full / 2 + (full / 2) * random();
}
