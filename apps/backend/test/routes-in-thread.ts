import { onTestFinished } from 'vitest';
import * as product from '#work/routes/routes-in-thread.ts';
import { computeRoutes } from '#work/routes/compute-routes.ts';

/*
 * Replaces `src/work/routes/routes-in-thread.ts` (vitest.config.ts): routes are computed without a thread, and with few
 * iterations.
 */

const ITERATIONS = 200;
let usesThread = false;

/** Computes routes in threads for the rest of this test. */
export function useThread(): void {
  usesThread = true;
  onTestFinished(() => {
    usesThread = false;
  });
}

export const inRouteTurn: typeof product.inRouteTurn = (dispatcher, signal, work, limits) =>
  usesThread
    ? product.inRouteTurn(dispatcher, signal, work, limits)
    : work({
        signal,
        compute: (task) =>
          Promise.resolve(
            computeRoutes({ ...task, iterations: ITERATIONS, searchMs: 1e9, cpuMs: 2e9, until: Infinity }),
          ),
      });
