import { type Locator, type Page } from '@playwright/test';
import { Desk, type MadeOrder, openDesk, rows, uniqueTag } from '../support/desk.ts';
import { expectSamePage, markPage } from '../support/outages.ts';
import { expect, openSession, test as base } from '../support/test.ts';

interface Colleague {
  /** Ana's page in another browser. */
  ana: Page;
}

/** Two browsers, each opening a section: twice the time of other tests. */
const test = base.extend<Colleague>({
  ana: async ({ browser, app }, use) => {
    const context = await browser.newContext({ baseURL: app.url });
    const ana = await context.newPage();
    await openSession(ana, 'ana');
    await use(ana);
    await context.close();
  },
});

const rowOf = (page: Page, order: MadeOrder | undefined): Locator => rows(page).filter({ hasText: order?.code ?? '-' });

/** Opens the orders and waits for live changes. */
async function watchDesk(page: Page, tag: string, count: number): Promise<void> {
  await openDesk(page, tag, count);
  await expect(page.getByRole('banner').getByText('En vivo', { exact: true })).toBeVisible();
}

test('shows a colleague’s change with the name, and who has an order open', async ({ page, ana }) => {
  // Édgar opens it: only a person's newest report counts, and the others also work in other tests.
  await openSession(page, 'edgar');
  const tag = uniqueTag();
  const desk = new Desk(ana);
  const orders = await desk.makeOrders(tag, 2);
  const courier = await desk.makeCourier(`${tag} Repartidor`);
  await watchDesk(ana, tag, 2);
  await watchDesk(page, tag, 2);
  await markPage(page);

  await test.step('shows a change', async () => {
    await desk.assign(orders.slice(0, 1), courier.id);
    const first = rowOf(page, orders[0]);
    await expect(first).toContainText('Asignada');
    await expect(first).toContainText(/cambió Ana hace \d+ (s|min)/);
    const name = first.getByTitle(`${tag} 1`, { exact: true });
    expect(await name.evaluate((text) => text.scrollWidth - text.clientWidth), 'px of the name cut off').toBe(0);
    const second = rowOf(page, orders[1]);
    await expect(second).toContainText('Pendiente');
    await expect(second).not.toContainText('cambió Ana');
    await expectSamePage(page);
  });

  await test.step('shows who has an order open until it is closed', async () => {
    await rowOf(page, orders[0]).click();
    await expect(rowOf(ana, orders[0]).getByRole('img', { name: 'Édgar está asignando esta orden' })).toBeVisible();
    await expect(rowOf(ana, orders[1]).getByRole('img', { name: /Édgar está/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(rows(ana).getByRole('img', { name: /^Édgar está/ })).toHaveCount(0);
  });
});
