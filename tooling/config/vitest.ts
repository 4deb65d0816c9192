import { globSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { defineConfig, mergeConfig } from 'vitest/config';
import ProgressReporter from '../src/check/progress.ts';

/** The report that `npm test` counts; not written when the tests of one workspace run alone. */
const report = process.env['TEST_REPORTS'] ? '.reports/test.json' : undefined;

const common = defineConfig({
  test: {
    // On two cores, more threads of the garbage collector only compete; a small young generation is collected too often.
    execArgv: ['--max-semi-space-size=64', '--single-threaded-gc'],
    // `npm test` runs the tests of two workspaces at a time.
    maxWorkers: report ? 1 : 2,
    // Generous, because a busy two-core machine is slow.
    testTimeout: 40_000,
    hookTimeout: 60_000,
    reporters: report ? ['default', 'json', new ProgressReporter()] : ['default'],
    ...(report && { outputFile: { json: report } }),
    restoreMocks: true,
    unstubEnvs: true,
  },
});

const BESIDE = 'src/**/*.test.ts';
const ELSEWHERE = '{test,scripts,config}/**/*.test.ts';

/** Settings of every workspace's tests: two workers for a two-core machine, and a reporter that keeps the log short. */
export const shared = mergeConfig(common, { test: { include: [BESIDE, ELSEWHERE] } });

const CHANGE = /\bvi\.(?:mock|doMock|hoisted|resetModules)\(/;
const TEST_HELPER = /from '#(test\/[^']+)'/g;

/**
 * @param file relative to the workspace, like the helpers of its `test` folder.
 * @returns whether a test file mocks or reloads modules, itself or in such a helper, and so must not share modules with
 * other files.
 */
export function changesModules(file: string): boolean {
  const text = readFileSync(file, 'utf8');
  const helpers = [...text.matchAll(TEST_HELPER)].map(([, helper = '']) => helper);
  return [text, ...helpers.map((helper) => readFileSync(helper, 'utf8'))].some((each) => CHANGE.test(each));
}

/**
 * The same, but test files share the modules of their worker: loading them again for each file took four fifths of the
 * gateway's test time. Files that start servers or processes, and files that replace modules, get their own modules.
 * @param include patterns of test files that share modules, besides those next to their source.
 */
export function sharingModules(...include: string[]) {
  const shares = [BESIDE, ...include];
  const changing = globSync(shares).filter(changesModules);
  const sharing = globSync(include).filter((file) => !changing.includes(file));
  return mergeConfig(common, {
    test: {
      projects: [
        { extends: true, test: { name: 'sharing', include: shares, exclude: changing, isolate: false } },
        { extends: true, test: { name: 'alone', include: [ELSEWHERE, ...changing], exclude: sharing } },
      ],
    },
  });
}

/** Shares modules only between tests next to their source. */
export const sharing = sharingModules();
