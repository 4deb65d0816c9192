/** Long-running responses (event streams and files) by session, so that they end with it. */
export interface OpenStreams {
  /**
   * Above MAX_PER_SESSION the session's oldest ends, because it is most likely a dead connection after a network loss.
   * Refusing the newest would lock the user out until dead ones are noticed.
   * @returns a function to call when the stream ends otherwise.
   */
  add(key: string, end: () => void): () => void;
  endOf(key: string): void;
  endAll(): void;
  readonly size: number;
}

/**
 * A browser needs one stream, held by one of its tabs. Five tabs that cannot share one need five, and one more during a
 * handover.
 */
export const MAX_PER_SESSION = 6;

/** @param most maximum per session. */
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
    endOf: (key) => endSet(streams.get(key)),
    endAll() {
      for (const ends of [...streams.values()]) endSet(ends);
    },
    get size() {
      return [...streams.values()].reduce((sum, ends) => sum + ends.size, 0);
    },
  };
}
