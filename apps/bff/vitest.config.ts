import { sharingModules } from '@despacho/tooling/vitest';
import { defineConfig, mergeConfig } from 'vitest/config';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Under `npm test` a build exists, and gateway processes run it. */
    built: boolean;
    /** `FC_SEED` repeats a run of the fuzzing tests, `FC_RUNS` multiplies their number of runs. */
    fuzz: { seed: number; times: number };
    /** `FULL=1`, which `npm run verify:long` sets: sweeps and matrices run every case (see test/support/full.ts). */
    full: boolean;
    /** `EMBEDDED=1`: services on the embedded database, also where PostgreSQL is installed. */
    embedded: boolean;
  }
}

const seed = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31);
const times = Number(process.env['FC_RUNS'] ?? 1);

const built = process.env['TEST_REPORTS'] !== undefined;

// Real sockets, upstreams and timers: generous for a busy machine.
export default mergeConfig(
  // Loading the gateway again for each file took a sixth of the CPU. The memory test measures its own process.
  sharingModules('test/**/!(memory).test.ts'),
  defineConfig({
    test: {
      // Tests that wait for a limit leave a quarter of two cores idle; a third worker uses it. Under `npm test` the
      // other lane uses it.
      maxWorkers: built ? 1 : 3,
      testTimeout: 60_000,
      hookTimeout: 20_000,
      globalSetup: './test/prepared-services.ts',
      provide: {
        built,
        fuzz: { seed, times },
        full: process.env['FULL'] === '1',
        embedded: process.env['EMBEDDED'] !== undefined,
      },
    },
  }),
);
