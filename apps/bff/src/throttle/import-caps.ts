import { Failure } from '../problems/failure.ts';

/** Files per user and hour: each may have five thousand lines, and a day's orders come in a few. */
export const IMPORTS_PER_HOUR = 60;
/** Concurrent files of a user in all sessions: one being read, and one being previewed meanwhile. */
const AT_ONCE_OF_PERSON = 2;
/** Concurrent files of an office: reading one keeps a core of the service busy for seconds. */
const AT_ONCE_OF_OFFICE = 4;
/** Number of remembered users; the one with the oldest import is forgotten first. */
const MAX_PEOPLE = 10_000;

const HOUR_MS = 3_600_000;
/** About how long a file of five thousand lines takes. */
const BUSY_SECONDS = 5;

const tooMany = (detail: string, retryAfterSeconds: number): Failure =>
  new Failure('too-many-requests', { detail, retryAfterSeconds, log: { limit: 'imports' } });

export interface ImportCaps {
  /**
   * Runs an import unless the user or the office has too many.
   * @throws Failure too-many-requests with the seconds to wait.
   */
  run<T>(who: { person: string; office: string }, work: () => Promise<T>): Promise<T>;
}

/**
 * Limits concurrent imports, and how many a user starts. Counted per process, like the rate of a session.
 * @param perHour per user, refilled steadily; 0 for no limit.
 */
export function createImportCaps(perHour: number, now: () => number): ImportCaps {
  const busy = new Map<string, number>();
  const buckets = new Map<string, { left: number; at: number }>();

  /** @returns seconds until the user may start another one; 0 if it may start now, which counts it. */
  function take(person: string): number {
    const known = buckets.get(person) ?? { left: perHour, at: now() };
    const left = Math.min(perHour, known.left + ((now() - known.at) / HOUR_MS) * perHour);
    buckets.delete(person);
    buckets.set(person, { left: left < 1 ? left : left - 1, at: now() });
    const [oldest] = buckets.keys();
    if (buckets.size > MAX_PEOPLE && oldest !== undefined) buckets.delete(oldest);
    return left < 1 ? Math.ceil(((1 - left) * HOUR_MS) / perHour / 1000) : 0;
  }

  const count = (key: string, by: number) => {
    const after = (busy.get(key) ?? 0) + by;
    if (after === 0) busy.delete(key);
    else busy.set(key, after);
  };

  return {
    async run({ person, office }, work) {
      const keys = [`person ${person}`, `office ${office}`] as const;
      if ((busy.get(keys[0]) ?? 0) >= AT_ONCE_OF_PERSON)
        throw tooMany('Ya tiene otros archivos en proceso; espere a que terminen.', BUSY_SECONDS);
      if ((busy.get(keys[1]) ?? 0) >= AT_ONCE_OF_OFFICE)
        throw tooMany('Su oficina tiene varios archivos en proceso; espere un momento.', BUSY_SECONDS);
      const wait = perHour === 0 ? 0 : take(person);
      if (wait > 0) throw tooMany('Revisó demasiados archivos en poco tiempo; espere un momento.', wait);
      for (const key of keys) count(key, 1);
      try {
        return await work();
      } finally {
        for (const key of keys) count(key, -1);
      }
    },
  };
}
