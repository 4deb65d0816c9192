import { type HttpFailure } from './failure.ts';
import { isUnsafe } from './http.ts';

/** Further tries after the first (specification, section 9). */
export const RETRIES = 2;

/** Milliseconds before the first and second repeat. Short: someone is waiting, and the time-out is long already. */
const PAUSES = [300, 900] as const;

const PASSING_STATUSES = new Set([502, 503, 504]);

/** Reads are repeated when nothing came back, too late, or the gateway says that its upstream is away. Writes never. */
export function mayRetry(method: string, { reason, status }: Pick<HttpFailure, 'reason' | 'status'>): boolean {
  if (isUnsafe(method)) return false;
  return reason === 'network' || reason === 'timeout' || (reason === 'refused' && PASSING_STATUSES.has(status));
}

/** @param repeat 1 for the first repeat. Up to a quarter more, so that several tabs do not knock in step. */
export function pauseBefore(repeat: number, random: () => number = Math.random): number {
  return (PAUSES[repeat - 1] ?? PAUSES[1]) * (1 + random() / 4);
}

/** Waits, or rejects with the signal's reason as soon as it is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
