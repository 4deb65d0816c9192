import { type Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable, isHeldUp } from './database-error.ts';

const PAUSE_MS = 1000;
/** An operator who looks at the log later sees it too. */
const REMIND_EVERY = 30;

/**
 * Tries to open something until the database can be reached and others release its locks. Whatever else goes wrong, as a
 * refused password or a missing database, waiting does not change.
 * @param signal ends the waiting.
 * @returns what `open` returned, or undefined when `signal` fired first.
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
