import { Refusal } from './refusal.ts';
import { Slots } from './slots.ts';

/** Limits the concurrency of expensive work, separately for each key. Counted per process. */
export class Turns {
  readonly #slots = new Map<string, Slots>();
  readonly #create: () => Slots;

  /**
   * @param limits how many run concurrently per key, how long (ms) the next one waits, and the message of the refusal
   * after that.
   */
  constructor({ atOnce, waitMs, busy }: { atOnce: number; waitMs: number; busy: string }) {
    this.#create = () => new Slots({ count: atOnce, waitMs, busy: () => new Refusal('busy', busy) });
  }

  /**
   * Runs `work` when it is the key's turn.
   * @param signal stops waiting when the client disconnects.
   * @throws Refusal busy on timeout, or when `signal` fires first; `work` has not begun then.
   */
  async run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const slots = this.#slots.get(key) ?? this.#create();
    this.#slots.set(key, slots);
    const leave = await slots.take(signal);
    try {
      return await work();
    } finally {
      leave();
      if (slots.isIdle) this.#slots.delete(key);
    }
  }
}
