const MINUTE_MS = 60_000;
/** Keys in memory. At this number all counts are reset. */
const MAX_KEYS = 50_000;

/** Counts by key within the current minute, in this process. */
export class MinuteCounts {
  readonly #counts = new Map<string, number>();
  readonly #max: number;
  #minute = -1;

  /** @param max per key and minute. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Adds to the count of a key. @returns false, and adds nothing, if the count would exceed the maximum. */
  take(key: string, now: Date, count = 1): boolean {
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    if (minute !== this.#minute || this.#counts.size > MAX_KEYS) this.#counts.clear();
    this.#minute = minute;
    const taken = (this.#counts.get(key) ?? 0) + count;
    if (taken > this.#max) return false;
    this.#counts.set(key, taken);
    return true;
  }

  /** Takes one from the count of a key. */
  giveBack(key: string): void {
    this.#counts.set(key, Math.max(0, (this.#counts.get(key) ?? 0) - 1));
  }
}
