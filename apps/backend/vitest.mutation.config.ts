import { defineConfig, type ViteUserConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The tests run for each mutant of the permission and office checks: those that run the service in-process. */
const tests = ['test/{dispatch-matrix,legacy-matrix,operations,permission-changes}.test.ts'];

// Not merged, and without the projects, because both would add these files to all the others. Stryker runs the tests in
// threads, which accept no such flags of Node.
const { test, ...rest } = base as ViteUserConfig;
delete test?.projects;
const own = { execArgv: [], include: tests, isolate: false, testTimeout: 20_000 };

export default defineConfig({ ...rest, test: { ...test, ...own } });
