import { type Every } from '../../src/every.ts';

export interface Ticks {
  every: Every;
  /** Does what every timer would do now, and waits until it is done. */
  tick(): Promise<void>;
}

/** Timers that go off when a test says so. */
export function createTicks(): Ticks {
  const works = new Set<() => Promise<void>>();
  return {
    every: (_milliseconds, work) => {
      // Of its own for each, so that one work given twice is stopped once.
      const own = () => work();
      works.add(own);
      return () => works.delete(own);
    },
    async tick() {
      await Promise.all([...works].map((work) => work()));
    },
  };
}
