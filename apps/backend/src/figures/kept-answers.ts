interface Kept {
  stamp: string | number;
  until: number;
  answer: Promise<unknown>;
}

/** Answers kept at most, of all offices together. */
const MOST = 500;

/**
 * Answers that several widgets and several people need within seconds. Each is calculated once, also for those who ask
 * while it is being calculated.
 */
export class KeptAnswers {
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => number;

  /** @param now a monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  clear(): void {
    this.#kept.clear();
  }

  /**
   * @param key of the answer; the same key must always have an answer of the same type.
   * @param stamp an answer with another stamp is outdated.
   * @param lifeMs how long an answer may be used.
   */
  async get<T>(
    key: string,
    { stamp = 0, lifeMs }: { stamp?: string | number; lifeMs: number },
    calculate: () => Promise<T>,
  ): Promise<T> {
    const now = this.#now();
    const known = this.#kept.get(key);
    if (known?.stamp === stamp && known.until > now) return known.answer as Promise<T>;
    const answer = calculate();
    this.#kept.delete(key);
    this.#kept.set(key, { stamp, until: now + lifeMs, answer });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
    // A failure is not kept.
    answer.catch(() => {
      if (this.#kept.get(key)?.answer === answer) this.#kept.delete(key);
    });
    return answer;
  }
}
