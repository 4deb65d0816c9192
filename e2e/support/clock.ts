import { request } from 'node:http';
import { type BrowserContext, type Page } from '@playwright/test';
import { clockSocket } from './clock-socket.ts';

/**
 * Stops the page's clock, so that a test moves it by exact milliseconds (`page.clock.runFor`). The page must have been
 * opened with `page.clock.install()`. What the compositor does by itself (transitions of style sheets) goes on.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

/**
 * Settings of a gateway whose clock can be moved. It runs without the dispatch service, which takes no word from a
 * gateway that lives in another hour.
 */
export const MOVABLE_CLOCK: NodeJS.ProcessEnv = {
  NODE_OPTIONS: `--import=${new URL('moved-clock.ts', import.meta.url).href}`,
  OPERATIONS_URL: '',
  OPERATIONS_KEY: '',
};

/** Spares a context what it would ask of the dispatch service, which `MOVABLE_CLOCK` does without. */
export async function withoutDispatchService(context: BrowserContext): Promise<void> {
  await context.route('**/api/offices', (route) => route.fulfill({ json: [] }));
}

/** Gives all pages of a context clocks that `passMinutes` moves. */
export async function installClock(context: BrowserContext, time?: number): Promise<void> {
  await withoutDispatchService(context);
  await context.clock.install(time === undefined ? {} : { time });
}

const MINUTE = 60_000;

function moveGateway(url: string, milliseconds: number): Promise<void> {
  const socketPath = clockSocket(new URL(url).port);
  return new Promise((resolve, reject) => {
    const call = request({ socketPath, method: 'POST', path: `/${milliseconds}` }, (response) => {
      response.resume().once('end', resolve);
    });
    call.once('error', reject).end();
  });
}

/**
 * Lets minutes pass at the gateway, and in all pages of a context that `installClock` was called for.
 * @param context none to let the pages sleep.
 */
export async function passMinutes(url: string, minutes: number, context?: BrowserContext): Promise<void> {
  await moveGateway(url, minutes * MINUTE);
  await context?.clock.fastForward(minutes * MINUTE);
}
