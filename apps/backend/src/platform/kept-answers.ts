interface Kept {
  /** Rows of the answer, once available. */
  rows: number;
  stamp: string | number;
  until: number;
  answer: Promise<unknown>;
}

/** Maximum number of answers of all offices, and of their rows, which have some hundred bytes each. */
const MOST = { answers: 500, rows: 100_000 };

/**
 * Answers that several widgets and several people need within seconds. Each is calculated once, also for concurrent
 * requests.
 */
export class KeptAnswers {
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => number;
  readonly #most: typeof MOST;

  /**
   * @param now a monotonic clock in milliseconds.
   * @param most the limits.
   */
  constructor(now: () => number = () => performance.now(), most = MOST) {
    this.#now = now;
    this.#most = most;
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
    for (const [each, { until }] of this.#kept) if (until <= now) this.#kept.delete(each);
    const known = this.#kept.get(key);
    if (known?.stamp === stamp) return known.answer as Promise<T>;
    const answer = calculate();
    this.#kept.delete(key);
    const kept: Kept = { stamp, until: now + lifeMs, answer, rows: 0 };
    this.#kept.set(key, kept);
    answer.then(
      (value) => {
        kept.rows = Array.isArray(value) ? value.length : 1;
        this.#shrink();
      },
      // A failure is not kept.
      () => {
        if (this.#kept.get(key) === kept) this.#kept.delete(key);
      },
    );
    return answer;
  }

  /** Drops the oldest answers above the limits. */
  #shrink(): void {
    let rows = [...this.#kept.values()].reduce((sum, each) => sum + each.rows, 0);
    for (const [key, each] of this.#kept) {
      if (this.#kept.size <= this.#most.answers && rows <= this.#most.rows) return;
      this.#kept.delete(key);
      rows -= each.rows;
    }
  }
}
