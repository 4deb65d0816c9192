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

const assigned = (tab: Page) => rows(tab).filter({ hasText: 'Asignada' });

test('tabs share one stream, hand it over, and summarize what a hidden one missed', async ({
  page,
  context,
  browser,
  app,
}) => {
  const streams = new Streams(context);
  await openSession(page, 'ana');
  const theirs = await browser.newContext({ baseURL: app.url });
  const luis = await theirs.newPage();
  await openSession(luis, 'luis');
  const desk = new Desk(luis);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, 4);
  const courier = await desk.makeCourier(`${tag} Repartidor`);
  await context.clock.install();
  const tabs = [page, await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await openDesk(tab, tag, 4);
    await expect(live(tab)).toBeVisible();
  }
  expect(streams.most).toBe(1);
  await desk.assign(orders.slice(0, 1), courier.id);
  for (const tab of tabs) await expect(assigned(tab)).toHaveCount(1);

  const leader = streams.reader;
  const left = tabs.filter((tab) => tab !== leader);
  await test.step('another tab continues the stream when its tab closes', async () => {
    expect(left).toHaveLength(2);
    await streams.close(leader);
    await expect.poll(() => left.some((tab) => tab === streams.reader)).toBe(true);
    expect(streams.last?.headers()['last-event-id'], 'where the one before had read to').toMatch(/./);
    await desk.assign(orders.slice(1, 2), courier.id);
    for (const tab of left) {
      await expect(live(tab)).toBeVisible();
      await expect(assigned(tab)).toHaveCount(2);
    }
    expect(streams.most).toBe(1);
  });

  await test.step('summarizes the changes of others after a minute away, and opens them', async () => {
    const [visible = page, away = page] = left;
    const setVisible = (state: 'hidden' | 'visible') =>
      away.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    const notice = away.getByRole('region', { name: 'Mientras estuvo fuera' });
    await setVisible('hidden');
    await desk.assign(orders.slice(2), courier.id);
    // The events of a visible tab have also arrived in the hidden one, which fetches nothing.
    await expect(assigned(visible)).toHaveCount(4);
    await expect(assigned(away)).toHaveCount(2);
    await away.clock.fastForward(61_000);
    await setVisible('visible');
    await expect(assigned(away)).toHaveCount(4);
    await expect(notice).toContainText(/^Mientras estuvo fuera: \d+ cambios/);
    await notice.getByRole('button', { name: 'Ver cambios' }).click();
    const list = away.getByRole('dialog', { name: /^Mientras estuvo fuera/ });
    const group = list.getByRole('region', { name: 'Asignada', exact: true });
    await expect(group).toContainText(`asignó 2 órdenes a ${courier.name}`);
    await group.getByRole('link', { name: orders[3]?.code ?? '', exact: true }).click();
    await expect(away).toHaveURL(new RegExp(`ver=${orders[3]?.id ?? ''}$`));
    await expect(notice).toHaveCount(0);
  });
  await theirs.close();
});
