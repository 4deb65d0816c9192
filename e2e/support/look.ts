import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { findChromium } from '@despacho/tooling/machine/programs';
import { launchCouriers } from '@despacho/tooling/stack/couriers';
import { install } from './first-day-steps.ts';
import { type Backend, findBackend, KillableBackend, startBackend, startGateway } from './stack.ts';

/** Opens a page on a running product. */
export type OpenPage = (options: BrowserContextOptions) => Promise<Page>;

/**
 * Runs the built product for the duration of `work`, for scripts that take screenshots or measure.
 * @param more added to the environment of the dispatch service; with `DEMO_CLOCK`, the couriers work too.
 * @param settings added to the environment of the gateway.
 */
export async function withProduct(
  work: (open: OpenPage) => Promise<void>,
  more: NodeJS.ProcessEnv = {},
  settings: NodeJS.ProcessEnv = {},
): Promise<void> {
  const backend = await startBackend(more);
  try {
    await withGateway(findBackend(), work, { withCouriers: more['DEMO_CLOCK'] !== undefined, settings });
  } finally {
    await backend.stop();
  }
}

/**
 * Runs the built product without demonstration data: one office, and one person with charge S.
 * @param clock added to the environment of the service and the gateway.
 */
export async function withEmptyProduct(
  work: (open: OpenPage, backend: KillableBackend) => Promise<void>,
  clock: NodeJS.ProcessEnv = {},
): Promise<void> {
  const backend = new KillableBackend({ DEMO: '0', ...clock });
  await backend.start();
  try {
    await install(backend);
    await withGateway(backend, (open) => work(open, backend), { settings: clock });
  } finally {
    await backend.end();
  }
}

async function withGateway(
  { url, secrets }: Backend,
  work: (open: OpenPage) => Promise<void>,
  { withCouriers = false, settings = {} }: { withCouriers?: boolean; settings?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  const gateway = await startGateway(url, secrets, settings);
  const folder = await mkdtemp(join(tmpdir(), 'despacho-couriers-'));
  const couriers =
    withCouriers && launchCouriers(Number(new URL(gateway.url).port), `${folder}/phones`, `${folder}/log`);
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
  }
}
