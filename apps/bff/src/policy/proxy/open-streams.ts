/** What is being sent and has no end of its own soon, event streams or files, by session, so that they end with it. */
export interface OpenStreams {
  /**
   * Beyond MAX_PER_SESSION the session's oldest ends: it is the one most likely to lead nowhere any more, after a network
   * that went away without a word. Refusing the newest would keep a person out until the dead ones are noticed.
   * @returns a function to call when the stream has ended by itself.
   */
  add(key: string, end: () => void): () => void;
  endOf(key: string): void;
  endAll(): void;
  readonly size: number;
}

/** A browser needs one, led by one of its tabs; five tabs that cannot agree on one need five, and a hand-over one more. */
export const MAX_PER_SESSION = 6;

/** @param most of one session at a time. */
export function createOpenStreams(most = MAX_PER_SESSION): OpenStreams {
  const streams = new Map<string, Set<() => void>>();
  const endSet = (ends: Iterable<() => void> = []) => {
    for (const end of [...ends]) end();
  };
  return {
    add(key, end) {
      const ends = streams.get(key) ?? new Set();
      streams.set(key, ends.add(end));
      const remove = () => {
        ends.delete(end);
        if (ends.size === 0 && streams.get(key) === ends) streams.delete(key);
      };
      if (ends.size > most) endSet([...ends].slice(0, 1));
      return remove;
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
