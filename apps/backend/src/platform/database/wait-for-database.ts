import { type Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable, isHeldUp } from './database-error.ts';

const PAUSE_MS = 1000;
/** Repeats the warning, so that recent log lines show it. */
const REMIND_EVERY = 30;

/**
 * Retries opening until the database is reachable and its locks are free. Other errors, such as a wrong password or a
 * missing database, are not retried.
 * @param signal ends the waiting.
 * @returns the result of `open`, or undefined if `signal` fired first.
 * @throws whatever `open` throws other than DatabaseUnavailable and lock errors.
 */
export async function waitForDatabase<T>(
  open: () => Promise<T>,
  logger: Logger,
  signal: AbortSignal,
  pauseMs = PAUSE_MS,
): Promise<T | undefined> {
  for (let tries = 0; !signal.aborted; tries++) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable || isHeldUp(error))) throw error;
      if (tries % REMIND_EVERY === 0) logger.warn({ reason: (error as Error).message }, 'waiting for the database');
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}
