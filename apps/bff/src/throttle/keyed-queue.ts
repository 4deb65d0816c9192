import { KeyedSlots } from '@despacho/server/keyed-slots';

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
  const turns = new KeyedSlots({
    count: 1,
    busy: (reason) => (reason instanceof Error ? reason : new Error('given up')),
  });
  return {
    run: (key, signal, work) =>
      turns.run(key, signal, () => {
        signal.throwIfAborted();
        return work();
      }),
  };
}
