/** Milliseconds. The first comes right after a stream ended as planned (the service ends each within a minute). */
const SHORTEST = 1000;
const LONGEST = 30_000;

/**
 * @param failures how many tries in a row have failed.
 * @returns milliseconds to wait: doubling, at most half a minute, and spread so that not everybody returns at once.
 */
export function backoff(failures: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST, SHORTEST * 2 ** Math.min(failures, 16));
  return full / 2 + (full / 2) * random();
}
