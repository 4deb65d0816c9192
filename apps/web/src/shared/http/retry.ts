import { type HttpFailure } from './failure.ts';
import { isUnsafe } from './http.ts';

/** Retries after the first try (specification, section 9). */
export const RETRIES = 2;

/**
 * Milliseconds before the first and second retry. Short, because the user is waiting and the timeout is long already.
 */
const PAUSES = [300, 900] as const;

const PASSING_STATUSES = new Set([502, 503, 504]);

/**
 * Reads are retried after a network failure, a timeout, or when the gateway reports its upstream unavailable. Writes
 * never.
 */
export function mayRetry(method: string, { reason, status }: Pick<HttpFailure, 'reason' | 'status'>): boolean {
  if (isUnsafe(method)) return false;
  return reason === 'network' || reason === 'timeout' || (reason === 'refused' && PASSING_STATUSES.has(status));
}

/** @returns whether a call timed out, here or at the gateway. */
export const isTimeout = ({ reason, status }: Pick<HttpFailure, 'reason' | 'status'>): boolean =>
  reason === 'timeout' || status === 504;

/**
 * @param repeat 1 for the first retry.
 * @returns the pause plus up to a quarter, so that several tabs do not retry in step.
 */
export function pauseBefore(repeat: number, random: () => number = Math.random): number {
  return (PAUSES[repeat - 1] ?? PAUSES[1]) * (1 + random() / 4);
}

/** Waits; rejects with the signal's reason when aborted. */
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
