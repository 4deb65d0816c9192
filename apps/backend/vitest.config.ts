import process from 'node:process';
import { sharingModules } from '@despacho/tooling/vitest';
import { mergeConfig } from 'vitest/config';

declare module 'vitest' {
  interface ProvidedContext {
    /** Number of stories the model test runs, and their seed. */
    interleavings: { stories: number; seed: number };
    /** Number of kills of the service, and the seed of their moments. */
    kills: { count: number; seed: number };
    /** Under `npm test` a build exists, and service processes run it. */
    built: boolean;
    /** `FULL=1`, which `npm run verify:long` sets: every odd value in every position. */
    full: boolean;
  }
}

const number = (name: string, fallback: number): number => Number(process.env[name] ?? fallback);
/** A new seed for each run, shown in the title of a failed test. */
const anySeed = (Date.now() % 1_000_000) + 1;

/**
 * Enough stories to notice a broken rule in each test run; set INTERLEAVINGS=1000 for the long checks, FC_SEED to
 * repeat one.
 */
const interleavings = { stories: number('INTERLEAVINGS', 20), seed: number('FC_SEED', anySeed) };
/** A smoke test; set KILLS=60 for the long checks, KILL_SEED to repeat one. */
const kills = { count: number('KILLS', 1), seed: number('KILL_SEED', anySeed) };

const built = process.env['TEST_REPORTS'] !== undefined;

// The tests that run the app in memory share modules: a process and its modules for each file took a second of CPU.
// Opening the embedded database takes seconds of CPU, and several times that on a busy machine.
export default mergeConfig(sharingModules('test/*.test.ts'), {
  resolve: {
    alias: [
      { find: './import-worker-url.ts', replacement: new URL('test/import-worker-url.ts', import.meta.url).pathname },
      { find: './parse-in-thread.ts', replacement: new URL('test/parse-in-thread.ts', import.meta.url).pathname },
      { find: './routes-in-thread.ts', replacement: new URL('test/routes-in-thread.ts', import.meta.url).pathname },
    ],
  },
  test: {
    testTimeout: 60_000,
    // The optimizing WebAssembly compiler costs more CPU than it saves in the embedded database of a test file.
    execArgv: process.env['EMBEDDED'] === undefined ? ['--liftoff-only'] : [],
    // The first file that needs a demonstration fills it.
    hookTimeout: 240_000,
    provide: {
      interleavings,
      kills,
      built,
      full: process.env['FULL'] === '1',
      embedded: process.env['EMBEDDED'] !== undefined,
    },
    globalSetup: './test/prepared-database.ts',
  },
});
