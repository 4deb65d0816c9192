/** A reproducible random source: the same seed gives the same numbers on every machine. */
export interface Random {
  /** From 0 inclusive to 1 exclusive. */
  next: () => number;
  /** An integer, both ends inclusive. */
  between: (least: number, most: number) => number;
  pick: <T>(choices: readonly T[]) => T;
  /** True with this probability. */
  happens: (probability: number) => boolean;
}

/** Marsaglia's 32-bit xorshift (2003): small, and good enough for demo data. The seed must not be 0. */
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
