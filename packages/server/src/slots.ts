interface Limits {
  count: number;
  /** Maximum number of waiting requests; unlimited by default. */
  waiting?: number;
  /** Milliseconds that each waits at most; unlimited by default. */
  waitMs?: number;
  /**
   * The error of a caller that gets no slot.
   * @param reason of its signal, if that is why.
   */
  busy: (reason?: unknown) => Error;
}

/** A semaphore with a queue: first come, first served. */
export class Slots {
  readonly #limits: Limits;
  #waiting: (() => void)[] = [];
  #free: number;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#free = limits.count;
  }

  /** Whether no slot is taken. */
  get isIdle(): boolean {
    return this.#free === this.#limits.count;
  }

  /**
   * @param signal stops waiting.
   * @returns a function that releases the slot, once.
   * @throws the error of `busy` if the queue is full, on timeout, or when `signal` fires first.
   */
  async take(signal?: AbortSignal): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal);
    let taken = true;
    return () => {
      if (!taken) return;
      taken = false;
      const next = this.#waiting.shift();
      // Handed over directly: a newcomer cannot overtake the queue.
      if (next) next();
      else this.#free += 1;
    };
  }

  async #wait(signal?: AbortSignal): Promise<void> {
    const { waiting = Infinity, waitMs, busy } = this.#limits;
    if (signal?.aborted) throw busy(signal.reason);
    if (this.#waiting.length >= waiting) throw busy();
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const begin = (): void => {
      resolve(undefined);
    };
    const giveUp = (): void => {
      this.#waiting = this.#waiting.filter((each) => each !== begin);
      reject(busy(signal?.reason));
    };
    this.#waiting.push(begin);
    const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
    signal?.addEventListener('abort', giveUp, { once: true });
    await promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    });
  }
}
