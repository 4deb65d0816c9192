/** Enough for the maximum of signed-in sessions, about 3 MB; the oldest is forgotten first. */
const MAX_KEYS = 20_000;

/** Keys of ended sessions, for as long as they could have lasted. */
interface EndedKeys {
  add(key: string): void;
  has(key: string): boolean;
}

/**
 * Remembers ended sessions in this process. A Redis restored from an older copy brings back sessions that have been
 * signed out since; here they stay ended.
 */
export function createEndedKeys(forMs: number, now: () => number, maxKeys = MAX_KEYS): EndedKeys {
  const until = new Map<string, number>();
  function dropOld(): void {
    for (const [key, end] of until) {
      if (end > now() && until.size <= maxKeys) return;
      until.delete(key);
    }
  }
  return {
    add(key) {
      until.delete(key);
      until.set(key, now() + forMs);
      dropOld();
    },
    has: (key) => until.has(key),
  };
}
