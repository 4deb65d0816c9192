import { unlessAborted } from '#unless-aborted.ts';

/** Runs work with the same key one after another, in order of request. */
export interface KeyedQueue {
  /**
   * @param signal of the waiting request: if it fires before the work starts, the work is skipped.
   * @returns the work's result.
   * @throws the signal's reason, or what the work throws.
   */
  run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export function createKeyedQueue(): KeyedQueue {
  /** By key, the end of the last requested work. */
  const ends = new Map<string, Promise<void>>();
  return {
    async run(key, signal, work) {
      const before = ends.get(key) ?? Promise.resolve();
      const done = Promise.withResolvers<undefined>();
      // A request that stops waiting does not let later ones overtake the running one.
      const end = Promise.all([before, done.promise]).then(() => {
        if (ends.get(key) === end) ends.delete(key);
      });
      ends.set(key, end);
      try {
        await unlessAborted(before, signal);
        signal.throwIfAborted();
        return await work();
      } finally {
        done.resolve(undefined);
      }
    },
  };
}
