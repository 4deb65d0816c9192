import { setTimeout as sleep } from 'node:timers/promises';

/** Pause (ms) after a step, at least; otherwise as long as the step took, so that half of the time is left to others. */
const PAUSE_MS = 20;

/**
 * Does background work in steps until none is left.
 * @param work does one step, and returns whether there is more.
 * @param ended called once when all is done, or with the error of a failed step, after which no other follows.
 * @returns a function that stops it after the current step.
 */
export function inSteps(work: () => Promise<boolean>, ended: (error?: unknown) => void): () => Promise<void> {
  const stop = new AbortController();
  const run = async (): Promise<void> => {
    for (let more = true; more && !stop.signal.aborted;) {
      const began = performance.now();
      more = await work();
      if (more) await sleep(Math.max(PAUSE_MS, performance.now() - began));
    }
  };
  const running = run().then(() => ended(), ended);
  return async () => {
    stop.abort();
    await running;
  };
}
