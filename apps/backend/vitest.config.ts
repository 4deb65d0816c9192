import process from 'node:process';
import { shared } from '@despacho/tooling/vitest';
import { mergeConfig } from 'vitest/config';

declare module 'vitest' {
  interface ProvidedContext {
    /** How many stories the model test plays, and what they are drawn from. */
    interleavings: { stories: number; seed: number };
    /** How often the service is killed, and what chooses the moments. */
    kills: { count: number; seed: number };
  }
}

const number = (name: string, fallback: number): number => Number(process.env[name] ?? fallback);
/** Another one at each run, in the title of what failed. */
const anySeed = (Date.now() % 1_000_000) + 1;

/** Enough to notice a broken rule at each run of the tests; INTERLEAVINGS=1000 is for the long checks, FC_SEED repeats one. */
const interleavings = { stories: number('INTERLEAVINGS', 40), seed: number('FC_SEED', anySeed) };
/** As few as show that a kill can be survived; KILLS=60 is for the long checks, KILL_SEED repeats one. */
const kills = { count: number('KILLS', 2), seed: number('KILL_SEED', anySeed) };

// Opening the embedded database takes seconds of pure computing, and several times that on a busy machine.
export default mergeConfig(shared, {
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    provide: { interleavings, kills },
    globalSetup: './test/prepared-database.ts',
  },
});
