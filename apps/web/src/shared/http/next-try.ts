import { pause } from './retry.ts';

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

/**
 * Waits before retrying something that failed without a connection: longer each time, and not at all once the browser
 * is online again.
 * @param failures number of failed tries in a row.
 * @param signal ends the wait immediately; the promise still resolves.
 */
export async function nextTry(failures: number, signal: AbortSignal): Promise<void> {
  const wake = new AbortController();
  const rouse = (): void => {
    wake.abort();
  };
  addEventListener('online', rouse);
  // Not AbortSignal.any, which Safari 16.4 lacks: the sign-in page loads no polyfill of it.
  signal.addEventListener('abort', rouse);
  if (signal.aborted) rouse();
  try {
    await pause(backoff(failures), wake.signal).catch(() => undefined);
  } finally {
    removeEventListener('online', rouse);
    signal.removeEventListener('abort', rouse);
  }
}
