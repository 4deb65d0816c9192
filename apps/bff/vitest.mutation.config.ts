import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/*
 * The tests a mutant is shown: those that run the chain inside the test's own process, where a mutant can be switched on.
 * What starts processes would run the sources as they are, and what tries inputs at random may let a mutant live once.
 */

/** With `MUTATION=beside`: what stands beside the sources. A mutant costs milliseconds, and what is noticed here is noticed. */
const BESIDE = ['src/**/*.test.ts'];

/** Every mutant meets these first, unless told otherwise: all of them together take a few seconds. */
const QUICK = [
  ...BESIDE,
  'test/{calls,odd-hosts,pages,permission-self,refusals,refused-bytes,security-txt}.test.ts',
  'test/controls/{below-the-chain,origin,row-credentials,sessions-cookies,sessions-ids,targets,witness}.test.ts',
];

/** With `MUTATION=thorough`, which is for what the quick ones leave alive: minutes. */
const THOROUGH = ['{src,test}/**/*.test.ts'];
/** Beside the sources, and not quick: they count to a bound. */
const SLOW = ['src/middleware/limit-address.test.ts'];

const NOT_IN_PROCESS = [
  'test/{process,redis}.test.ts',
  'test/controls/{sessions-store,access-matrix-service,slow-clients}.test.ts',
  'test/**/*{-redis,fuzz-}*.test.ts',
  'test/load/**',
];

/** What is beside the sources is quick and notices most; whatever holds the others comes when all of them are loaded. */
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
    // One file after another in one set of modules: loading them anew for each file would be most of the time.
    isolate: false,
    sequence: { sequencer: QuickFirst },
    // Far more than any of them takes: a mutant that never answers shall not cost more.
    testTimeout: thorough ? 20_000 : 5000,
    hookTimeout: 20_000,
    restoreMocks: true,
  },
});
