import { KeyedSlots as ServerSlots } from '@despacho/server/keyed-slots';
import { Refusal } from './refusal.ts';

/** Limits the concurrency of expensive work, separately for each key; refuses with `Refusal` busy. */
export class KeyedSlots extends ServerSlots {
  /**
   * @param limits how many run concurrently per key, one by default; how long (ms) the next one waits, and the message of the refusal
   * after that.
   */
  constructor({ atOnce = 1, waitMs, busy }: { atOnce?: number; waitMs: number; busy: string }) {
    super({ count: atOnce, waitMs, busy: () => new Refusal('busy', busy) });
  }
}
