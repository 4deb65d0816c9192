import { nextTry } from '../live/next-try.ts';

/** Asked anew each time: the compiler takes what it saw before an `await` for still true. */
const isOver = (signal: AbortSignal): boolean => signal.aborted;

/**
 * Fetches a part of the application that a screen can do without, until it has come: `lazy` asks once, and what did not
 * arrive then takes down the whole page.
 * @param load an `import()`.
 * @param wait how to wait after so many failures.
 * @returns what came; undefined once `signal` is aborted.
 */
export async function fetchUntilLoaded<T>(
  load: () => Promise<T>,
  signal: AbortSignal,
  wait: (failures: number, signal: AbortSignal) => Promise<void> = nextTry,
): Promise<T | undefined> {
  for (let failures = 1; !isOver(signal); failures += 1) {
    try {
      const part = await load();
      return isOver(signal) ? undefined : part;
    } catch {
      await wait(failures, signal);
    }
  }
  return undefined;
}
