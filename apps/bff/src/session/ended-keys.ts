/** Enough for every signed-in session there can be, some 3 MB; the oldest is forgotten first. */
const MAX_KEYS = 20_000;

/** Keys of sessions that ended, for as long as they could have lasted. */
export interface EndedKeys {
  add(key: string): void;
  has(key: string): boolean;
}

/**
 * Remembers in this process what has ended. A Redis that is restarted from an older copy of its data brings sessions back
 * which people have left since; here they stay dead.
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
