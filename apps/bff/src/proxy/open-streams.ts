/** Event streams that are open now, by session, so that they end with it. */
export interface OpenStreams {
  /** @returns a function to call when the stream has ended by itself. */
  add(key: string, end: () => void): () => void;
  endOf(key: string): void;
  endAll(): void;
  readonly size: number;
}

export function createOpenStreams(): OpenStreams {
  const streams = new Map<string, Set<() => void>>();
  const endSet = (ends: Iterable<() => void> = []) => {
    for (const end of [...ends]) end();
  };
  return {
    add(key, end) {
      const ends = streams.get(key) ?? new Set();
      streams.set(key, ends.add(end));
      return () => {
        ends.delete(end);
        if (ends.size === 0 && streams.get(key) === ends) streams.delete(key);
      };
    },
    endOf: (key) => {
      endSet(streams.get(key));
    },
    endAll() {
      for (const ends of [...streams.values()]) endSet(ends);
    },
    get size() {
      return [...streams.values()].reduce((sum, ends) => sum + ends.size, 0);
    },
  };
}
