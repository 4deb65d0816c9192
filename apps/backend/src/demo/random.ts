/** A source of reproducible numbers: the same seed tells the same story on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next: () => number;
  /** A whole number, both ends included. */
  between: (least: number, most: number) => number;
  pick: <T>(choices: readonly T[]) => T;
  /** Whether something of this probability happens. */
  happens: (probability: number) => boolean;
}

/** Marsaglia's xorshift with 32 bits (2003): small, and good enough for made-up shops. The seed must not be 0. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    happens: (probability) => next() < probability,
    pick: (choices) => {
      const choice = choices[between(0, choices.length - 1)];
      if (choice === undefined) throw new RangeError('Nothing to pick from');
      return choice;
    },
  };
}
