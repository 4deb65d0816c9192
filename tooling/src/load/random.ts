/** Numbers that look random and are the same for the same seed, so that a run can be repeated. */
export interface Random {
  /** @returns a whole number from 0 to `below` - 1. */
  below(below: number): number;
  /** @returns another source, so that what one part draws does not shift what another draws. */
  fork(): Random;
}

/** mulberry32: 32 bits of state, good enough to choose moments and victims. */
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

/** @returns the same things in another order. */
export function shuffled<T>(random: Random, things: readonly T[]): T[] {
  return things
    .map((thing) => ({ thing, place: random.below(2 ** 30) }))
    .sort((a, b) => a.place - b.place)
    .map(({ thing }) => thing);
}
