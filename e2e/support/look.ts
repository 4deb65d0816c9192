import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { findChromium } from '@despacho/tooling/machine/programs';
import { launchCouriers } from '@despacho/tooling/stack/couriers';
import { findBackend, startBackend, startGateway } from './stack.ts';

/** Opens a page on a running product. */
export type Open = (options: BrowserContextOptions) => Promise<Page>;

/**
 * Runs the built product for the duration of `work`, for scripts that take screenshots or measure.
 * @param more added to the environment of the dispatch service; with `DEMO_CLOCK`, the couriers work too.
 * @param settings added to the environment of the gateway.
 */
export async function withProduct(
  work: (open: Open) => Promise<void>,
  more: NodeJS.ProcessEnv = {},
  settings: NodeJS.ProcessEnv = {},
): Promise<void> {
  const backend = await startBackend(more);
  const { url, secrets } = findBackend();
  const gateway = await startGateway(url, secrets, settings);
  const folder = await mkdtemp(join(tmpdir(), 'despacho-couriers-'));
  const couriers =
    more['DEMO_CLOCK'] && launchCouriers(Number(new URL(gateway.url).port), `${folder}/phones`, `${folder}/log`);
  const args = ['--no-sandbox', '--disable-gpu'];
  const browser: Browser = await chromium.launch({ executablePath: findChromium() ?? '', args });
  try {
    await work(async (options) => {
      const context = await browser.newContext({ baseURL: gateway.url, locale: 'es-PE', ...options });
      return context.newPage();
    });
  } finally {
    await browser.close();
    if (couriers) await couriers.stop();
    await rm(folder, { recursive: true });
    await gateway.service.stop();
    await backend.stop();
  }
}
