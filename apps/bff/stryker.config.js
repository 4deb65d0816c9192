import { SAMPLE } from './mutation-sample.config.ts';

/**
 * Mutation testing of the chain: `npm run verify:long -- mutation`. docs/security/mutation.md explains the results.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: [...SAMPLE],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  // Stryker rewrites the file with TypeScript's compiler API, which TypeScript 7 does not have.
  tsconfigFile: 'none',
  coverageAnalysis: 'perTest',
  concurrency: 1,
  timeoutMS: 10_000,
  tempDirName: '.stryker/tmp',
  reporters: ['progress-append-only', 'json', 'clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: '.stryker/mutation.json' },
  thresholds: { high: 95, low: 90, break: 85 },
  allowEmpty: false,
};
