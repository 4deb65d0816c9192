import { request } from 'node:http';
import { expect, type BrowserContext, type Page, type Request } from '@playwright/test';
import { clockSocket } from './clock-socket.ts';

/** Milliseconds. A clock cannot be stopped at a time that has passed by when the word arrives. */
const AHEAD = 10_000;

/**
 * Stops the page's clock, so that a test moves it by exact milliseconds (`page.clock.runFor`). The page must have been
 * opened with `page.clock.install()`. What the compositor does by itself (transitions of style sheets) goes on.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD);
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

/** What the pages of a context wait for. */
const underWay = new WeakMap<BrowserContext, Set<Request>>();

function noteAnswers(context: BrowserContext): void {
  const pending = new Set<Request>();
  underWay.set(context, pending);
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The stream of events never ends.
    if (pathname.startsWith('/api/') && pathname !== '/api/events') pending.add(request);
  });
  const end = (request: Request): void => {
    pending.delete(request);
  };
  context.on('requestfinished', end);
  context.on('requestfailed', end);
}

/** An answer made before two clocks are moved and read after would tell a page that they differ. */
async function expectNoneUnderWay(context: BrowserContext): Promise<void> {
  const pending = underWay.get(context);
  if (!pending) throw new Error('installClock was not called for this context');
  await expect.poll(() => [...pending].map((request) => request.url()), 'answers under way').toEqual([]);
}

/** Gives all pages of a context clocks that `passMinutes` moves. */
export async function installClock(context: BrowserContext, time?: number): Promise<void> {
  await withoutDispatchService(context);
  noteAnswers(context);
  await context.clock.install(time === undefined ? {} : { time });
}

const MINUTE = 60_000;

function moveGateway(url: string, milliseconds: number): Promise<void> {
  const socketPath = clockSocket(new URL(url).port);
  return new Promise((resolve, reject) => {
    // A connection of its own: the other side ends each after its answer, and a second call could still be put on it.
    const call = request({ socketPath, agent: false, method: 'POST', path: `/${milliseconds}` }, (response) => {
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
  if (context) await expectNoneUnderWay(context);
  await moveGateway(url, minutes * MINUTE);
  await context?.clock.fastForward(minutes * MINUTE);
}
