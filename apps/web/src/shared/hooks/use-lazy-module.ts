import { useEffect, useState } from 'react';
import { loadPart } from '../http/load-part.ts';
import { nextTry } from '../http/next-try.ts';
import { checkRelease } from '../http/outdated-page.ts';

/** A function, because TypeScript keeps the narrowed type of `signal.aborted` across an `await`. */
const isOver = (signal: AbortSignal): boolean => signal.aborted;

/**
 * Loads an optional module until it succeeds: `lazy` tries once, and a failure replaces the whole page.
 * @param load an `import()`.
 * @param wait waits after the given number of failures.
 * @returns the module; undefined once `signal` is aborted.
 */
export async function fetchUntilLoaded<T>(
  load: () => Promise<T>,
  signal: AbortSignal,
  wait: (failures: number, signal: AbortSignal) => Promise<void> = nextTry,
): Promise<T | undefined> {
  for (let failures = 1; !isOver(signal); failures += 1) {
    try {
      const part = await loadPart(load);
      return isOver(signal) ? undefined : part;
    } catch {
      // Without a connection it loads later; after a release it never does, which the shell reports.
      await Promise.all([checkRelease(), wait(failures, signal)]);
    }
  }
  return undefined;
}

/** Modules that `preloadModule` has loaded, by their `import()`. */
const loaded = new WeakMap<() => Promise<object>, object>();

/** Begins to load a module, which `useLazyModule` then returns in the first render; that one also retries a failure. */
export function preloadModule(load: () => Promise<object>): void {
  load().then(
    (part) => loaded.set(load, part),
    () => undefined,
  );
}

/**
 * @param load an `import()` of an optional module; pass the same function each time.
 * @returns the module, undefined until it has loaded. A failed load is retried when the connection returns.
 */
export function useLazyModule<T extends object>(load: () => Promise<T>): T | undefined {
  const [part, setPart] = useState<T>();
  useEffect(() => {
    if (loaded.has(load)) return undefined;
    const end = new AbortController();
    void fetchUntilLoaded(load, end.signal).then((came) => {
      if (came) setPart(came);
    });
    return () => end.abort();
  }, [load]);
  return part ?? (loaded.get(load) as T | undefined);
}
