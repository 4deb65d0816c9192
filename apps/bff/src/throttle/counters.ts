/** A bucket of `burst` that refills one every `everyMs`. Nothing is ever locked: waiting always helps. */
export interface Limit {
  burst: number;
  everyMs: number;
}

/**
 * Number of slots of a table. A keyed hash selects the slot, so a table never grows, a flood of names or addresses
 * evicts no counter, and nobody can choose whom to share a slot with. Two names that fail at the same time share one
 * with a probability of 1 in 262,144.
 */
export const SLOTS = 2 ** 18;

/** One counter: a slot of a table, with its limit. */
export interface Counter {
  table: string;
  slot: number;
  limit: Limit;
}

/** A refusal: how long until the fullest counter has room, and which one that is. */
export interface Full {
  waitMs: number;
  table: string;
}

/**
 * Buckets, each stored as the time at which it is full again (the generic cell rate algorithm). Every method rejects if
 * the counters are unavailable.
 */
export interface Counters {
  /** Takes one from each counter, or from none: concurrent requests cannot exceed the limits. */
  take(counters: readonly Counter[]): Promise<Full | undefined>;
  giveBack(counters: readonly Counter[]): Promise<void>;
  /** Empties the parts and subtracts their counts from `total`, which keeps those of other parts. */
  release(total: Counter, parts: readonly Counter[]): Promise<void>;
}

/** @returns the slot of a digest. */
export const slotOf = (digest: Buffer): number => digest.readUInt32BE(0) % SLOTS;
