/** Pseudo-random numbers, reproducible by seed. */
export interface Random {
  /** @returns a whole number from 0 to `below` - 1. */
  below(below: number): number;
  /** @returns an independent generator, so that draws of one part do not shift those of another. */
  fork(): Random;
}

/** mulberry32: 32 bits of state, enough to choose moments and processes. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number => next() % limit;
  return {
    below,
    fork: () => createRandom(next()),
  };
}

/** @returns a shuffled copy. */
export function shuffled<T>(random: Random, things: readonly T[]): T[] {
  return things
    .map((thing) => ({ thing, place: random.below(2 ** 30) }))
    .sort((a, b) => a.place - b.place)
    .map(({ thing }) => thing);
}
