import { mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The tests a mutant of the permission and office checks is shown: those that run the service inside the test's own process. */
const tests = [
  'test/{dispatch-matrix,legacy-matrix,operations,permission-changes}.test.ts',
  'src/operations/**/*.test.ts',
  'mutation/host.ts',
];

const config = mergeConfig(base, { test: { isolate: false, testTimeout: 20_000 } });
config.test = { ...config.test, include: tests };

export default config;
