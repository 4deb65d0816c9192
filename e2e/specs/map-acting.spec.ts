import { type Page } from '@playwright/test';
import { chosen, Desk, type MadeOrder, receipt, rows, uniqueTag } from '../support/desk.ts';
import { enter, expectVisibleFocus, tabTo } from '../support/keyboard.ts';
import { expect, expectAccessible, openSession, test } from '../support/test.ts';

const side = (page: Page) => page.getByRole('complementary', { name: 'Órdenes y repartidores del mapa' });
const orderRows = (page: Page) => side(page).locator('[data-order-id]');
const map = (page: Page) => page.getByRole('application', { name: /^Mapa de la oficina/ });
const live = (page: Page) => page.getByRole('banner').locator('[data-state]');

async function openMap(page: Page, tag: string, count: number): Promise<void> {
  await page.goto(`/map?todas=1&buscar=${tag}`);
  await expect(orderRows(page)).toHaveCount(count);
}

test('by keyboard alone: from the list beside the map to an assignment, to the table and back', async ({ page }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  await desk.makeOrders(tag, 3);
  const courier = await desk.makeCourier(`${tag} Repartidora`);
  await openMap(page, tag, 3);

  await tabTo(page, orderRows(page).first());
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(chosen(page)).toContainText('2 órdenes');
  await expectVisibleFocus(page);
  await expectAccessible(page);

  await test.step('the table shows the same orders, with the same selected', async () => {
    await tabTo(page, side(page).getByRole('link', { name: 'Ver en la tabla' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(3);
    await expect(rows(page).and(page.locator('[aria-selected=true]'))).toHaveCount(2);
    await enter(page, page.getByRole('link', { name: 'Ver en el mapa' }));
    await expect(orderRows(page)).toHaveCount(3);
    await expect(chosen(page)).toContainText('2 órdenes');
  });

  await tabTo(page, orderRows(page).first());
  await page.keyboard.press('a');
  const window = page.getByRole('dialog', { name: 'Asignar 2 órdenes' });
  await expect(window.getByRole('combobox', { name: 'Repartidor', exact: true })).toBeFocused();
  await page.keyboard.type(courier.name);
  await expect(window.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(receipt(page)).toContainText(`2 órdenes asignadas a ${courier.name}`);
  await expect(orderRows(page).first()).toBeFocused();
  await page.keyboard.press('u');
  await expect(receipt(page)).toContainText('Deshacer');
  await expect(chosen(page)).toContainText('2 órdenes');
});

test('a rectangle on the map, and dropping its orders on a courier of the list', async ({ page }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders: MadeOrder[] = [];
  for (const lng of [-77.05, -77.03]) {
    const place = { address: 'Av. de Prueba 1', reference: null, ubigeo: '150122', point: { lat: -12.12, lng } };
    orders.push(...(await desk.makeOrders(tag, 1, { place })));
  }
  const courier = await desk.makeCourier(`${tag} Repartidor`);
  const [carried] = await desk.makeOrders(tag, 1);
  await desk.assign(carried ? [carried] : [], courier.id);
  await openMap(page, tag, 3);

  const box = await map(page).boundingBox();
  if (!box) throw new Error('The map is not there');
  await page.keyboard.down('Shift');
  await page.mouse.move(box.x + 8, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 80, box.y + box.height - 60, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await expect(chosen(page)).toContainText('3 órdenes');

  const from = side(page).locator(`[data-order-id="${orders[0]?.id}"]`);
  const to = side(page).getByRole('list', { name: 'Repartidores' }).getByRole('button', { name: courier.name });
  await from.hover();
  await page.mouse.down();
  await to.hover();
  await to.hover({ position: { x: 20, y: 20 } });
  await expect(page.getByText('Asignar 3 órdenes a')).toBeVisible();
  await page.mouse.up();
  await expect(receipt(page)).toContainText(`2 órdenes asignadas a ${courier.name}`);
});

test('the map says that its connection is lost, for ten minutes too, and catches up', async ({
  page,
  browser,
  app,
  watched,
}) => {
  watched.expectConsole(/status of 50[234] .*\/api\//);
  watched.expectConsole(/^Http failure response for \S+\/api\/\S+: (50[234]|0) /);
  watched.expectConsole(/ERR_INCOMPLETE_CHUNKED_ENCODING .*\/api\/events$/);
  await page.clock.install();
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const [order] = await desk.makeOrders(tag, 1);
  const courier = await desk.makeCourier(`${tag} Repartidor`);
  await openMap(page, tag, 1);
  await expect(live(page)).toHaveText('En vivo');
  const note = map(page)
    .locator('xpath=..')
    .getByText(/se ve lo último que llegó$/);
  await expect(note).toHaveCount(0);

  await app.faults.stop();
  await expect(note).toHaveText(/^Sin conexión desde hace \d+ (s|min): /);
  await page.clock.fastForward('10:00');
  await expect(note).toHaveText(/^Sin conexión desde hace 1\d min: /);

  await app.faults.start();
  const other = await browser.newContext({ baseURL: app.url });
  const luis = await other.newPage();
  await openSession(luis, 'luis');
  await new Desk(luis).assign(order ? [order] : [], courier.id);
  await other.close();
  // The delay of the next try, which has grown by now.
  await page.clock.fastForward(31_000);
  await expect(live(page)).toHaveText('En vivo');
  await expect(note).toHaveCount(0);
  await expect(side(page).getByRole('list', { name: 'Repartidores' })).toContainText(courier.name);
});
