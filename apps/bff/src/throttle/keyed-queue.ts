/** Runs work one after another where it has the same key, in the order in which it was asked for. */
export interface KeyedQueue {
  /**
   * @param signal of the request that waits: when it fires before the work's turn has come, the work is never begun.
   * @returns what the work returns.
   * @throws the signal's reason, or what the work throws.
   */
  run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/** Settles with the signal's reason as soon as it fires. */
function givenUp(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = () => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('given up'));
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

export function createKeyedQueue(): KeyedQueue {
  /** Of each key, the end of what was asked for last. */
  const ends = new Map<string, Promise<void>>();
  return {
    async run(key, signal, work) {
      const before = ends.get(key) ?? Promise.resolve();
      const done = Promise.withResolvers<undefined>();
      // Whoever gives up waiting does not let those behind overtake the one in front.
      const end = Promise.all([before, done.promise]).then(() => {
        if (ends.get(key) === end) ends.delete(key);
      });
      ends.set(key, end);
      try {
        await Promise.race([before, givenUp(signal)]);
        signal.throwIfAborted();
        return await work();
      } finally {
        done.resolve(undefined);
      }
    },
  };
}
