import { type Every } from '#timers.ts';

interface Ticks {
  every: Every;
  /** Runs every timer once and waits for its work. */
  tick(): Promise<void>;
}

/** Timers that the test fires. */
export function createTicks(): Ticks {
  const works = new Set<() => Promise<void>>();
  return {
    every: (_milliseconds, work) => {
      // A new function each time, so that the same work can be scheduled twice and stopped once.
      const own = () => work();
      works.add(own);
      return () => works.delete(own);
    },
    async tick() {
      await Promise.all([...works].map((work) => work()));
    },
  };
}
