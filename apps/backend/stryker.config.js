/**
 * Mutation testing of the service's permission and office checks: `npx stryker run` in `apps/backend`. Mutates the
 * sources in place, so that the gateway's plugin is found, and restores them. docs/security/mutation.md explains the
 * results.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: [
    'src/person.ts',
    'src/dispatch/dispatcher.ts',
    'src/operations/read-assertion.ts',
    'src/operations/dispatch-routes.ts',
    'src/users/list-office-users.ts',
    'src/users/replace-permissions.ts',
    'src/users/write-permissions.ts',
  ],
  testRunner: 'resident',
  plugins: ['../bff/mutation/plugin.ts'],
  inPlace: true,
  coverageAnalysis: 'perTest',
  concurrency: 1,
  timeoutMS: 20_000,
  // Texts are for people; the tests compare statuses and rows.
  mutator: { excludedMutations: ['StringLiteral'] },
  tempDirName: '.stryker/tmp',
  reporters: ['progress-append-only', 'json', 'clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: '.stryker/mutation.json' },
  allowEmpty: false,
};
