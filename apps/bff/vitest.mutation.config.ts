import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/* The tests for mutants: those that run the chain in the test's own process, where a mutant can be activated.
   Process tests run the sources without mutants, and fuzzing may miss a mutant by chance. */

/** With `MUTATION=beside`: tests next to the sources. A mutant costs milliseconds, and a kill counts for good. */
const BESIDE = ['src/**/*.test.ts'];

/** By default, these run first for every mutant: together they take a few seconds. */
const QUICK = [
  ...BESIDE,
  'test/{calls,odd-hosts,pages,permission-self,refusals,refused-bytes,security-txt}.test.ts',
  'test/controls/{below-the-chain,origin,row-credentials,sessions-cookies,sessions-ids,targets,witness}.test.ts',
];

/** With `MUTATION=thorough`, for mutants that survive the quick tests: takes minutes. */
const THOROUGH = ['{src,test}/**/*.test.ts'];
/** Next to the sources, but slow: they count up to a limit. */
const SLOW = ['src/middleware/limit-address.test.ts'];

const NOT_IN_PROCESS = [
  'test/{process,redis}.test.ts',
  'test/controls/{sessions-store,access-matrix-service,slow-clients}.test.ts',
  'test/**/*{-redis,fuzz-}*.test.ts',
  'test/load/**',
];

/** Tests next to the sources are fast and kill most; the host comes last, when all others are loaded. */
const RANKS = ['/src/', '/test/', '/mutation/'];

class QuickFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      RANKS.findIndex((part) => moduleId.includes(part, process.cwd().length));
    return Promise.resolve(files.toSorted((a, b) => rank(a) - rank(b) || a.moduleId.localeCompare(b.moduleId)));
  }
}

const set = process.env['MUTATION'];
const thorough = set === 'thorough';
const include = thorough ? THOROUGH : set === 'beside' ? BESIDE : QUICK;

export default defineConfig({
  test: {
    include: [...include, 'mutation/host.ts'],
    exclude: thorough ? NOT_IN_PROCESS : [...NOT_IN_PROCESS, ...SLOW],
    // One file after another in one set of modules: loading them again for each file would take most of the time.
    isolate: false,
    sequence: { sequencer: QuickFirst },
    // Far more than any of them takes; also the cost of a mutant that never answers.
    testTimeout: thorough ? 20_000 : 5000,
    hookTimeout: 20_000,
    restoreMocks: true,
  },
});
