import { pause } from '../http/retry.ts';
import { backoff } from './backoff.ts';

/**
 * Waits for the next try of something that failed for want of a connection: longer each time, and not at all once the
 * browser says that it is back online.
 * @param failures how many tries in a row have failed.
 * @param signal ends the wait at once; the promise is fulfilled all the same.
 */
export async function nextTry(failures: number, signal: AbortSignal): Promise<void> {
  const wake = new AbortController();
  const rouse = (): void => {
    wake.abort();
  };
  addEventListener('online', rouse);
  try {
    await pause(backoff(failures), AbortSignal.any([signal, wake.signal])).catch(() => undefined);
  } finally {
    removeEventListener('online', rouse);
  }
}
