import { defineConfig } from 'vitest/config';

/** The tests next to the sources, and those of the whole chain that take seconds at most. */
const QUICK = [
  'src/**/*.test.ts',
  'test/{calls,compressed-answers,dispatch-calls,downloads,odd-hosts,pages,permission-self,refusals,refused-bytes,session}.test.ts',
  'test/controls/{access-matrix,access-rows,headers,log-lines,origin,row-credentials}.test.ts',
];

/** With `MUTATION=thorough`, for the lines of a survivor: all tests of the whole chain, in minutes for each mutant. */
const THOROUGH = ['{src,test}/**/*.test.ts'];

/** These count up to a limit, which takes seconds. */
const SLOW = ['src/**/limit-address.test.ts'];

/** Tests that start processes run the sources without mutants. Random input may miss a mutant. */
const NOT_IN_PROCESS = [
  'test/{process,redis}.test.ts',
  'test/controls/{sessions-store,access-matrix-service,slow-clients}.test.ts',
  'test/**/*{-redis,fuzz-}*.test.ts',
];

const thorough = process.env['MUTATION'] === 'thorough';

export default defineConfig({
  test: {
    include: thorough ? THOROUGH : QUICK,
    exclude: thorough ? NOT_IN_PROCESS : SLOW,
    // All files in one set of modules: loading them again for each file would take most of the time.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    restoreMocks: true,
  },
});
