import { basename } from 'node:path';
import process from 'node:process';
import { defineConfig } from 'vitest/config';

/** Where `npm test` collects the reports it counts; nowhere when a workspace's tests are run by themselves. */
const reports = process.env['TEST_REPORTS'];
const report = reports ? `${reports}/${basename(process.cwd())}.json` : undefined;

/** What every workspace's tests share: two workers for a two-core machine, and a reporter that keeps the log short. */
export const shared = defineConfig({
  test: {
    include: ['{src,test,scripts,config}/**/*.test.ts'],
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
