import process from 'node:process';
import { defineConfig } from '@playwright/test';
import { findChromium } from '@despacho/tooling/machine/programs';

const reports = process.env['TEST_REPORTS'];

/** Turns off everything in the browser that the tests do not use. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: 'specs',
  // Creating its orders takes minutes; it is part of `npm run verify:long`, which sets their number.
  testIgnore: process.env['E2E_ORDERS'] === undefined ? ['**/dispatch-scale.spec.ts'] : [],
  outputDir: '.output/results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  // The services' tests run on the same two cores: a page that is otherwise ready within a second has needed more than
  // seven.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: reports
    ? [['list'], ['json', { outputFile: '.reports/test.json' }], ['../tooling/src/check/progress.ts']]
    : [['list']],
  use: {
    // A click that waits for a row that never comes fails its own step, instead of the whole test at its limit.
    actionTimeout: 60_000,
    browserName: 'chromium',
    launchOptions: { executablePath: findChromium() ?? '', args: FLAGS },
    locale: 'es-PE',
    timezoneId: 'America/Lima',
    viewport: { width: 1440, height: 900 },
    // Drawing transitions took a fifth of the CPU. Specs of journeys and of motion turn it on: `support/motion.ts`.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Actions, calls and the console, only where a failed file is repeated: recording them took CPU in every test.
    // Screenshots nearly doubled the time of a run and snapshots of the document took a tenth of its CPU; `--trace=on`
    // records both.
    trace: process.env['E2E_TRACE']
      ? { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false }
      : 'off',
  },
});
