import { Failure } from '../problems/failure.ts';

/** Files of one person in an hour: each may hold five thousand lines, and a day's orders come in a few. */
export const IMPORTS_PER_HOUR = 60;
/** Files one person has under way, in all their sessions: one that is read, and one that is looked at meanwhile. */
const AT_ONCE_OF_PERSON = 2;
/** Files an office has under way: reading one keeps a core of the service busy for seconds. */
const AT_ONCE_OF_OFFICE = 4;
/** People remembered; the one who imported longest ago is forgotten first. */
const MOST_PEOPLE = 10_000;

const HOUR_MS = 3_600_000;
/** About what a file of five thousand lines takes. */
const BUSY_SECONDS = 5;

const tooMany = (detail: string, retryAfterSeconds: number): Failure =>
  new Failure('too-many-requests', { detail, retryAfterSeconds, log: { limit: 'imports' } });

export interface ImportCaps {
  /**
   * Does the work of an import where neither the person nor the office has too much under way.
   * @throws Failure too-many-requests with the seconds to wait.
   */
  run<T>(who: { person: string; office: string }, work: () => Promise<T>): Promise<T>;
}

/**
 * Bounds what imports take: how many are under way, and how many a person begins. Counted in this process, as the rate of a
 * session is.
 * @param perHour of a person, refilled steadily; 0 for no limit.
 */
export function createImportCaps(perHour: number, now: () => number): ImportCaps {
  const busy = new Map<string, number>();
  const buckets = new Map<string, { left: number; at: number }>();

  /** @returns seconds until the person may begin another one; 0 where that is now, which takes it. */
  function take(person: string): number {
    const known = buckets.get(person) ?? { left: perHour, at: now() };
    const left = Math.min(perHour, known.left + ((now() - known.at) / HOUR_MS) * perHour);
    buckets.delete(person);
    buckets.set(person, { left: left < 1 ? left : left - 1, at: now() });
    const [oldest] = buckets.keys();
    if (buckets.size > MOST_PEOPLE && oldest !== undefined) buckets.delete(oldest);
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
