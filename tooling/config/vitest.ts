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
    testTimeout: 20_000,
    hookTimeout: 30_000,
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

const changing = globSync(BESIDE).filter(changesModules);

/**
 * The same, where what stands beside its source shares the modules of its worker: loading them anew for each file was
 * four fifths of the time of the gateway's. What stands elsewhere starts servers and processes, and has modules of its own.
 */
export const sharing = mergeConfig(common, {
  test: {
    projects: [
      { extends: true, test: { name: 'beside', include: [BESIDE], exclude: changing, isolate: false } },
      { extends: true, test: { name: 'alone', include: [ELSEWHERE, ...changing] } },
    ],
  },
});
