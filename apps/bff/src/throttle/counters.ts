/** A bucket of `burst` that gets one back every `everyMs`. Nothing is ever locked: waiting always helps. */
export interface Limit {
  burst: number;
  everyMs: number;
}

/**
 * How many slots a table has. Who is counted where is told by a keyed hash, so a table never grows, no flood of names or
 * addresses pushes a counter out, and nobody can choose whom to share a slot with. Two names that fail at the same
 * time share one with a probability of 1 in 262,144.
 */
export const SLOTS = 2 ** 18;

/** One counter: a slot of a table, with its limit. */
export interface Counter {
  table: string;
  slot: number;
  limit: Limit;
}

/** A refusal: how long until the fullest counter has one again, and which one that is. */
export interface Full {
  waitMs: number;
  table: string;
}

/**
 * Buckets, kept as one instant each: the one at which the bucket will be whole again (the generic cell rate algorithm).
 * Every method rejects when the counters are out of reach.
 */
export interface Counters {
  /** Takes one from each, or from none: of requests at the same moment no more pass than there is room for. */
  take(counters: readonly Counter[]): Promise<Full | undefined>;
  giveBack(counters: readonly Counter[]): Promise<void>;
  clear(counter: Counter): Promise<void>;
}

/** @returns the slot of a digest. */
export const slotOf = (digest: Buffer): number => digest.readUInt32BE(0) % SLOTS;
