/**
 * Mutation testing of the chain: `npm run verify:long -- mutation`. docs/security/mutation.md tells how it is read.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: [
    'src/{middleware,proxy,routes}/**/*.ts',
    'src/session/{checked-answer,client-address,csrf,hide-values,session-cookie,signed-in}.ts',
    '!src/**/*.test.ts',
  ],
  testRunner: 'resident',
  plugins: ['./mutation/plugin.ts'],
  coverageAnalysis: 'perTest',
  concurrency: 1,
  timeoutMS: 5000,
  timeoutFactor: 1.5,
  incremental: true,
  incrementalFile: '.stryker/incremental.json',
  tempDirName: '.stryker/tmp',
  reporters: ['progress-append-only', 'json', 'clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: '.stryker/mutation.json' },
  thresholds: { high: 95, low: 85, break: 85 },
  allowEmpty: false,
};
