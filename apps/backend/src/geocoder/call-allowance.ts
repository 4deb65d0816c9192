const MINUTE_MS = 60_000;

/** Per minute: a third of the default pace, and more than anyone types. */
export const CALLS_PER_PERSON = 20;

/** Above this many people, those whose minute has passed are removed. */
const MANY = 1000;

/** How many calls of the geocoder each person may cause per minute, so that typing does not use up those of others. */
export class CallAllowance {
  readonly #spent = new Map<string, { calls: number; until: number }>();
  readonly #perMinute: number;

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** @returns whether the person may cause another call now, which then counts. */
  take(person: string, now: Date): boolean {
    const at = now.getTime();
    const known = this.#spent.get(person);
    const spent = known && known.until > at ? known : { calls: 0, until: at + MINUTE_MS };
    if (spent.calls >= this.#perMinute) return false;
    spent.calls += 1;
    this.#spent.set(person, spent);
    if (this.#spent.size > MANY) for (const [each, { until }] of this.#spent) if (until <= at) this.#spent.delete(each);
    return true;
  }
}
