import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Shortest pause (ms) after a step. A pause lasts at least as long as its step, which leaves half of the time to
 * others.
 */
const PAUSE_MS = 20;

/**
 * Runs background work in steps until it is complete or a step fails.
 * @param work runs one step; resolves to whether there are more, or to the shortest pause (ms) before the next one.
 * @param ended called once at the end, with the error if a step failed.
 * @returns a function that stops after the current step.
 */
export function inSteps(work: () => Promise<boolean | number>, ended: (error?: unknown) => void): () => Promise<void> {
  const stop = new AbortController();
  const run = async (): Promise<void> => {
    for (let more: boolean | number = true; more && !stop.signal.aborted;) {
      const began = performance.now();
      more = await work();
      const pause = Math.max(PAUSE_MS, performance.now() - began, Number(more));
      if (more) await sleep(pause, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  };
  const running = run().then(() => ended(), ended);
  return async () => {
    stop.abort();
    await running;
  };
}
