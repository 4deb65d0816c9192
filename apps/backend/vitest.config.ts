import process from 'node:process';
import { shared } from '@despacho/tooling/vitest';
import { mergeConfig } from 'vitest/config';

declare module 'vitest' {
  interface ProvidedContext {
    /** How many stories the model test plays. */
    interleavings: number;
  }
}

/** Enough to notice a broken rule at each run of the tests; INTERLEAVINGS=1000 is for the long checks. */
const interleavings = Number(process.env['INTERLEAVINGS'] ?? 40);

// Opening the embedded database takes seconds of pure computing, and several times that on a busy machine.
export default mergeConfig(shared, {
  test: { testTimeout: 60_000, hookTimeout: 120_000, provide: { interleavings } },
});
