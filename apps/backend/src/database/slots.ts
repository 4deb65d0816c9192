import { DatabaseUnavailable } from './database-error.ts';

/** A semaphore with a queue and a timeout. */
export class Slots {
  readonly #waitMs: number;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  /** @param count number of slots; @param waitMs how long to wait for one, in milliseconds. */
  constructor(count: number, waitMs: number) {
    this.#free = count;
    this.#waitMs = waitMs;
  }

  /** @returns a function that releases the slot, once. @throws DatabaseUnavailable busy if none became free in time. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait();
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

  async #wait(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const begin = (): void => {
      resolve(undefined);
    };
    this.#waiting.push(begin);
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(begin), 1);
      reject(new DatabaseUnavailable('busy'));
    }, this.#waitMs);
    await promise.finally(() => clearTimeout(timer));
  }
}
