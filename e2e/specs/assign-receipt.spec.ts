import { type Route } from '@playwright/test';
import { assignAllByKey } from '../support/assign.ts';
import { Desk, openDesk, receipt, uniqueTag } from '../support/desk.ts';
import { expect, openSession, test } from '../support/test.ts';

/* Long: each step waits for services that are busy with other tests. */
test.describe.configure({ timeout: 120_000 });

test('shows who changed an order meanwhile, and retries with its new version after a reload', async ({
  page,
  browser,
  app,
}) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, 3);
  const mine = await desk.makeCourier(`${tag} Una`);
  const theirs = await desk.makeCourier(`${tag} Otra`);
  const other = await browser.newContext({ baseURL: app.url });
  const otherPage = await other.newPage();
  await openSession(otherPage, 'luis');
  await openDesk(page, tag, 3);

  // Luis changes an order while Ana's request is on its way.
  const intervene = async (route: Route): Promise<void> => {
    await new Desk(otherPage).assign(orders.slice(1, 2), theirs.id);
    await route.continue();
  };
  await page.route('**/api/assignments?*', intervene, { times: 1 });
  await assignAllByKey(page, mine.name);
  await expect(receipt(page)).toContainText(`2 órdenes asignadas a ${mine.name} · 1 sin cambiar`);
  const lines = receipt(page).getByRole('list', { name: 'Resultado por orden' }).getByRole('listitem');
  await expect(lines.first()).toContainText(orders[1]?.code ?? '-');
  await expect(lines.first()).toContainText(`la asignó a ${theirs.name}`);
  await expect(lines.first()).toContainText('Luis Quispe');
  expect((await desk.order(orders[1]?.id ?? '')).courier?.id).toBe(theirs.id);

  await page.reload();
  await expect(receipt(page)).toContainText('1 sin cambiar');
  await receipt(page).getByRole('button', { name: 'Reintentar fallidas (1)', exact: true }).click();
  await expect(receipt(page)).toContainText('1 orden asignada');
  for (const { id } of orders) expect((await desk.order(id)).courier?.id).toBe(mine.id);
  await other.close();
});

test('reports an unknown outcome after a lost response, and retries without a duplicate', async ({ page, watched }) => {
  watched.expectConsole(/^Failed to load resource: net::ERR_FAILED .*\/api\/assignments/);
  watched.expectConsole(/^Http failure response for \S+\/api\/assignments\S*: 0 Unknown Error/);
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const [order] = await desk.makeOrders(tag, 1);
  const courier = await desk.makeCourier(`${tag} Repartidora`);
  await openDesk(page, tag, 1);

  const keys: (string | undefined)[] = [];
  await page.route('**/api/assignments?*', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    // Done, but the response is lost.
    if (keys.length === 1) {
      await route.fetch();
      await route.abort();
    } else await route.continue();
  });
  await assignAllByKey(page, courier.name);
  await expect(receipt(page)).toContainText('No hubo respuesta: puede que se haya hecho o no');
  await receipt(page).getByRole('button', { name: 'Reintentar', exact: true }).click();
  await expect(receipt(page)).toContainText('1 orden asignada');
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[\w-]{8,100}$/);
  expect(keys[1]).toBe(keys[0]);
  const { timeline } = await desk.read<{ timeline: { what: string }[] }>(`orders/${order?.id ?? ''}`);
  expect(timeline.map(({ what }) => what)).toEqual(['asignada', 'creada']);
});
