import { Slots } from './slots.ts';

/** Limits how much work of one key, such as a session or an office, runs concurrently in this process. */
export class KeyedSlots {
  readonly #slots = new Map<string, Slots>();
  readonly #limits: ConstructorParameters<typeof Slots>[0];

  /** @param limits of each key. */
  constructor(limits: ConstructorParameters<typeof Slots>[0]) {
    this.#limits = limits;
  }

  /**
   * Waits for the key's turn.
   * @param signal stops waiting, when the client disconnects.
   * @returns a function to call when the work is over.
   * @throws the error of `busy` if it does not get a turn.
   */
  async take(key: string, signal: AbortSignal): Promise<() => void> {
    const slots = this.#slots.get(key) ?? new Slots(this.#limits);
    this.#slots.set(key, slots);
    const release = await slots.take(signal);
    return () => {
      release();
      if (slots.isIdle && this.#slots.get(key) === slots) this.#slots.delete(key);
    };
  }

  /**
   * Runs `work` when it is the key's turn.
   * @param signal as for `take`.
   * @throws as `take`, before `work` has begun, or what `work` throws.
   */
  async run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const leave = await this.take(key, signal);
    try {
      return await work();
    } finally {
      leave();
    }
  }
}
