import { defineConfig } from 'vitest/config';

/** What every workspace's tests share: two workers for a two-core machine, and a reporter that keeps the log short. */
export const shared = defineConfig({
  test: {
    include: ['{src,test,scripts,config}/**/*.test.ts'],
    maxWorkers: 2,
    reporters: ['default'],
    restoreMocks: true,
    unstubEnvs: true,
  },
});
