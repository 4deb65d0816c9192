import { pause } from '../http/retry.ts';
import { backoff } from './backoff.ts';

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
  try {
    await pause(backoff(failures), AbortSignal.any([signal, wake.signal])).catch(() => undefined);
  } finally {
    removeEventListener('online', rouse);
  }
}
