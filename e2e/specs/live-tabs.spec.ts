import { type BrowserContext, type Page, type Request } from '@playwright/test';
import { Desk, openDesk, rows, uniqueTag } from '../support/desk.ts';
import { expect, openSession, test } from '../support/test.ts';

/* Opens three tabs, which is slow on a busy machine. */
test.describe.configure({ timeout: 120_000 });

/** Records the event streams of a browser. */
class Streams {
  /** Most streams open at the same time. */
  most = 0;
  /** The newest stream. The service closes each after a while, and another is opened. */
  last: Request | undefined;
  #open = new Set<Request>();

  constructor(context: BrowserContext) {
    context.on('request', (request) => {
      if (new URL(request.url()).pathname !== '/api/events') return;
      this.last = request;
      this.#open.add(request);
      this.most = Math.max(this.most, this.#open.size);
    });
    const end = (request: Request): void => {
      this.#open.delete(request);
    };
    context.on('requestfinished', end);
    context.on('requestfailed', end);
  }

  /** The tab that holds the stream. */
  get reader(): Page | undefined {
    return this.last?.frame().page();
  }

  /** Closes a tab. The browser does not report the end of its stream. */
  async close(tab: Page | undefined): Promise<void> {
    for (const request of this.#open) if (request.frame().page() === tab) this.#open.delete(request);
    await tab?.close();
  }
}

const live = (page: Page) => page.getByRole('banner').getByText('En vivo', { exact: true });

test('three tabs share one event stream and hand it over when its tab closes', async ({ page, context }) => {
  const streams = new Streams(context);
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, 2);
  const courier = await desk.makeCourier(`${tag} Repartidor`);
  const others = [await context.newPage(), await context.newPage()] as const;
  for (const tab of [page, ...others]) {
    await openDesk(tab, tag, 2);
    await expect(live(tab)).toBeVisible();
  }
  expect(streams.most).toBe(1);
  await desk.assign(orders.slice(0, 1), courier.id);
  for (const tab of [page, ...others]) await expect(rows(tab).filter({ hasText: 'Asignada' })).toHaveCount(1);

  const leader = streams.reader;
  const left = [page, ...others].filter((tab) => tab !== leader);
  const [after = page] = left;
  expect(left).toHaveLength(2);
  await streams.close(leader);
  await expect.poll(() => left.some((tab) => tab === streams.reader)).toBe(true);
  expect(streams.last?.headers()['last-event-id'], 'where the one before had read to').toMatch(/./);
  await new Desk(after).assign(orders.slice(1), courier.id);
  for (const tab of left) {
    await expect(live(tab)).toBeVisible();
    await expect(rows(tab).filter({ hasText: 'Asignada' })).toHaveCount(2);
  }
  expect(streams.most).toBe(1);
});
