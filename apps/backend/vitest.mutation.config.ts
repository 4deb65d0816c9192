import { defineConfig, type ViteUserConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The tests run for each mutant of the permission and office checks: those that run the service in-process. */
const tests = ['test/{dispatch-matrix,legacy-matrix,operations,permission-changes}.test.ts'];

// Not merged, because that would add these files to all the others.
const { test, ...rest } = base as ViteUserConfig;

export default defineConfig({ ...rest, test: { ...test, include: tests, isolate: false, testTimeout: 20_000 } });
