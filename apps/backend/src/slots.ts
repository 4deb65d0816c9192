/** A semaphore with a queue and a timeout. */
export class Slots {
  readonly #count: number;
  readonly #waitMs: number;
  readonly #busy: () => Error;
  #waiting: (() => void)[] = [];
  #free: number;

  /** @param limits number of slots, how long (ms) to wait for one, and the error after that. */
  constructor({ count, waitMs, busy }: { count: number; waitMs: number; busy: () => Error }) {
    this.#count = count;
    this.#free = count;
    this.#waitMs = waitMs;
    this.#busy = busy;
  }

  /** Whether no slot is taken. */
  get isIdle(): boolean {
    return this.#free === this.#count;
  }

  /**
   * @param signal stops waiting.
   * @returns a function that releases the slot, once.
   * @throws the error of `busy` on timeout, or when `signal` fires first.
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
    if (signal?.aborted) throw this.#busy();
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const begin = (): void => {
      resolve(undefined);
    };
    const giveUp = (): void => {
      this.#waiting = this.#waiting.filter((each) => each !== begin);
      reject(this.#busy());
    };
    this.#waiting.push(begin);
    const timer = setTimeout(giveUp, this.#waitMs);
    signal?.addEventListener('abort', giveUp, { once: true });
    await promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    });
  }
}
