import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import process from 'node:process';
import { defineConfig, mergeConfig } from 'vitest/config';

/** Where `npm test` collects the reports it counts; nowhere when a workspace's tests are run by themselves. */
const reports = process.env['TEST_REPORTS'];
const report = reports ? `${reports}/${basename(process.cwd())}.json` : undefined;

const common = defineConfig({
  test: {
    maxWorkers: 2,
    // A busy two-core machine is slow, not wrong.
    testTimeout: 40_000,
    hookTimeout: 60_000,
    reporters: report ? ['default', 'json'] : ['default'],
    ...(report && { outputFile: { json: report } }),
    restoreMocks: true,
    unstubEnvs: true,
  },
});

const BESIDE = 'src/**/*.test.ts';
const ELSEWHERE = '{test,scripts,config}/**/*.test.ts';

/** What every workspace's tests share: two workers for a two-core machine, and a reporter that keeps the log short. */
export const shared = mergeConfig(common, { test: { include: [BESIDE, ELSEWHERE] } });

/** A file that puts other modules in the place of some, or loads them anew, must not meet those another file has loaded. */
const changesModules = (file: string): boolean =>
  /\bvi\.(?:mock|doMock|hoisted|resetModules)\(/.test(readFileSync(file, 'utf8'));

/**
 * The same, where test files share the modules of their worker: loading them again for each file was four fifths of the
 * time of the gateway's. Files that start servers and processes, and those that replace modules, have modules of their own.
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

/** Shared modules for tests next to their source only. */
export const sharing = sharingModules();
