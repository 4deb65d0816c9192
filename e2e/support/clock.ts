import { request } from 'node:http';
import { expect, type BrowserContext, type Page, type Request } from '@playwright/test';
import { clockSocket } from './clock-socket.ts';

/** In milliseconds. A clock can only be paused at a time that has not passed when the command arrives. */
const AHEAD = 10_000;

/**
 * Pauses the page's clock, so that a test moves it by exact milliseconds (`page.clock.runFor`). Requires
 * `page.clock.install()` before the page opens. CSS transitions continue.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD);
}

/**
 * Settings of a gateway with a movable clock. It runs without the dispatch service, which would reject assertions with
 * a different time.
 */
export const MOVABLE_CLOCK: NodeJS.ProcessEnv = {
  NODE_OPTIONS: `--import=${new URL('moved-clock.ts', import.meta.url).href}`,
  OPERATIONS_URL: '',
  OPERATIONS_KEY: '',
};

/** Blocks a context's calls to the dispatch service, which `MOVABLE_CLOCK` runs without. */
export async function withoutDispatchService(context: BrowserContext): Promise<void> {
  await context.route('**/api/offices', (route) => route.fulfill({ json: [] }));
}

/** Pending requests of each context. */
const pendingRequests = new WeakMap<BrowserContext, Set<Request>>();

function trackRequests(context: BrowserContext): void {
  const pending = new Set<Request>();
  pendingRequests.set(context, pending);
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The event stream never ends.
    if (pathname.startsWith('/api/') && pathname !== '/api/events') pending.add(request);
  });
  const end = (request: Request): void => {
    pending.delete(request);
  };
  context.on('requestfinished', end);
  context.on('requestfailed', end);
}

/** A response sent before both clocks move and read afterwards would make the page see a difference. */
async function expectNonePending(context: BrowserContext): Promise<void> {
  const pending = pendingRequests.get(context);
  if (!pending) throw new Error('installClock was not called for this context');
  await expect.poll(() => [...pending].map((request) => request.url()), 'answers under way').toEqual([]);
}

/** Gives all pages of a context clocks that `passMinutes` moves. */
export async function installClock(context: BrowserContext): Promise<void> {
  await withoutDispatchService(context);
  trackRequests(context);
  await context.clock.install();
}

const MINUTE = 60_000;

/** Moves the clock of a gateway or backend that runs with `moved-clock.ts`. */
export function moveClock(url: string, milliseconds: number): Promise<void> {
  const socketPath = clockSocket(new URL(url).port);
  return new Promise((resolve, reject) => {
    // A separate connection: the server closes each after its response, so a reused one could fail.
    const call = request({ socketPath, agent: false, method: 'POST', path: `/${milliseconds}` }, (response) => {
      response.resume().once('end', resolve);
    });
    call.once('error', reject).end();
  });
}

/**
 * Moves the clock of the gateway, and of all pages of a context set up with `installClock`.
 * @param context omit it to simulate sleeping pages.
 */
export async function passMinutes(url: string, minutes: number, context?: BrowserContext): Promise<void> {
  if (context) await expectNonePending(context);
  await moveClock(url, minutes * MINUTE);
  await context?.clock.fastForward(minutes * MINUTE);
}
