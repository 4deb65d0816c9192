/**
 * Mutation testing of the service's permission and office checks: `npx stryker run` in `apps/backend`.
 * docs/security/mutation.md explains the results.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: [
    'src/platform/person.ts',
    'src/platform/dispatch/dispatcher.ts',
    'src/edge/operations/read-assertion.ts',
    'src/edge/operations/dispatch-routes.ts',
    'src/people/users/list-office-users.ts',
    'src/people/users/replace-permissions.ts',
    'src/people/users/write-permissions.ts',
  ],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: true },
  // Stryker rewrites the file with TypeScript's compiler API, which TypeScript 7 does not have.
  tsconfigFile: 'none',
  coverageAnalysis: 'perTest',
  concurrency: 1,
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 30,
  // Texts are for people; the tests compare statuses and rows.
  mutator: { excludedMutations: ['StringLiteral'] },
  tempDirName: '.stryker/tmp',
  reporters: ['progress-append-only', 'json', 'clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: '.stryker/mutation.json' },
  allowEmpty: false,
};
