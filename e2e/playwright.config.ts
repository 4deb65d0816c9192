import process from 'node:process';
import { defineConfig } from '@playwright/test';
import { findChromium } from '@despacho/tooling/machine/programs';

const reports = process.env['TEST_REPORTS'];

/** Flags of a browser that does nothing but what the tests ask of it. */
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
  // Making its orders takes minutes: a part of `npm run verify:long`, which says how many it wants.
  testIgnore: process.env['E2E_ORDERS'] === undefined ? ['**/dispatch-scale.spec.ts'] : [],
  outputDir: '.output/results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 45_000,
  expect: { timeout: 7_000 },
  reporter: reports ? [['list'], ['json', { outputFile: `${reports}/e2e.json` }]] : [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findChromium() ?? '', args: FLAGS },
    locale: 'es-PE',
    timezoneId: 'America/Lima',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // Actions, calls and the console. The film nearly doubled the time of a run, pictures of the document cost a tenth of
    // its computing; `--trace=on` takes both.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
  },
});
