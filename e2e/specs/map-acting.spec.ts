import { type Page } from '@playwright/test';
import { chosen, Desk, type MadeOrder, receipt, rows, uniqueTag } from '../support/desk.ts';
import { enter, expectVisibleFocus, tabTo } from '../support/keyboard.ts';
import { reported } from '../support/reported.ts';
import { expect, expectAccessible, openSession, test } from '../support/test.ts';

const side = (page: Page) => page.getByRole('complementary', { name: 'Órdenes y repartidores del mapa' });
const orderRows = (page: Page) => side(page).locator('[data-order-id]');
const map = (page: Page) => page.getByRole('application', { name: /^Mapa de la oficina/ });

/** Two places of Miraflores, and corners around the first one. */
const PLACES = [
  { lat: -12.12, lng: -77.05 },
  { lat: -12.12, lng: -77.03 },
];
const CORNERS = ['-12.1251, -77.0551', '-12.1251, -77.0449', '-12.1149, -77.0449', '-12.1149, -77.0551'];

test('reads, selects and assigns orders and filters by a zone on the map alone', async ({ page }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders: MadeOrder[] = [];
  for (const point of [...PLACES, null]) {
    const place = { address: 'Mz. P Lt. 1', reference: null, ubigeo: '150122', point };
    orders.push(...(await desk.makeOrders(tag, 1, { place })));
  }
  const [inside, outside] = orders.map(({ code }) => code);
  const courier = await desk.makeCourier(`${tag} Repartidora`);
  // Only couriers with orders are in the list next to the map.
  await desk.assign(orders.slice(2), courier.id);

  const asked: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    // Other tests change orders of the same office, which the map then reads again by id.
    if (url.pathname.startsWith('/api/orders') && !url.searchParams.has('ids')) asked.push(url);
  });
  await page.goto(`/map?todas=1&buscar=${tag}`);
  await expect(orderRows(page)).toHaveCount(3);

  await test.step('by keyboard alone, two orders are selected', async () => {
    await tabTo(page, orderRows(page).first());
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect(chosen(page)).toContainText('2 órdenes');
    await expectVisibleFocus(page);
    await expectAccessible(page, '[aria-label="Órdenes seleccionadas"]');
  });

  await test.step('an order is read, without loading the hidden table', async () => {
    await side(page)
      .getByRole('button', { name: new RegExp(inside ?? '-') })
      .click();
    const panel = page.getByRole('complementary', { name: `Orden ${inside}` });
    await expect(panel).toContainText('Mz. P Lt. 1');
    await reported(page);
    const paths = asked.map(({ pathname }) => pathname);
    expect(paths).toContain('/api/orders/map');
    expect(paths).toContain(`/api/orders/${orders[0]?.id ?? ''}`);
    expect(paths).not.toContain('/api/orders');
    await panel.getByRole('button', { name: 'Cerrar (Esc)' }).click();
  });

  await test.step('the table shows the same orders, with the same selected', async () => {
    await tabTo(page, side(page).getByRole('link', { name: 'Ver en la tabla' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(3);
    await expect(rows(page).and(page.locator('[aria-selected=true]'))).toHaveCount(2);
    await enter(page, page.getByRole('link', { name: 'Ver en el mapa' }));
    await expect(orderRows(page)).toHaveCount(3);
    await expect(chosen(page)).toContainText('2 órdenes');
  });

  await test.step('the orders are assigned, and the assignment is undone', async () => {
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

  await test.step('a rectangle on the map, and its orders are dropped on a courier of the list', async () => {
    const box = await map(page).boundingBox();
    if (!box) throw new Error('The map is not there');
    await page.keyboard.down('Shift');
    await page.mouse.move(box.x + 8, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 80, box.y + box.height - 60, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await expect(chosen(page)).toContainText('3 órdenes');
    const to = side(page).getByRole('list', { name: 'Repartidores' }).getByRole('button', { name: courier.name });
    await side(page).locator(`[data-order-id="${orders[0]?.id}"]`).hover();
    await page.mouse.down();
    await to.hover();
    await to.hover({ position: { x: 20, y: 20 } });
    await expect(page.getByText('Asignar 3 órdenes a')).toBeVisible();
    await page.mouse.up();
    await expect(receipt(page)).toContainText(`2 órdenes asignadas a ${courier.name}`);
  });

  const panel = page.getByRole('region', { name: 'Zonas de la oficina' });
  const place = page.getByRole('textbox', { name: /^Latitud y longitud/ });
  const zone = `Zona ${tag}`;
  const edit = panel.getByRole('button', { name: `Editar ${zone}` });
  const openZones = () => page.getByRole('button', { name: 'Zonas', exact: true }).click();

  await test.step('charge S draws a zone', async () => {
    await openZones();
    await page.getByRole('button', { name: 'Dibujar zona' }).click();
    await page.getByRole('textbox', { name: 'Nombre' }).fill(zone);
    for (const corner of CORNERS) {
      await place.fill(corner);
      await page.getByRole('button', { name: 'Agregar esquina' }).click();
    }
    await page.getByRole('button', { name: 'Terminar el dibujo' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Guardar zona' }).click();
    await expect(panel.getByText(`Zona «${zone}» guardada`)).toBeVisible();
    await expectAccessible(page, '[aria-label="Zonas de la oficina"]');
  });

  await test.step('a corner is moved on the map, and the move is undone', async () => {
    await edit.click();
    await page.getByRole('button', { name: 'Esquina 1 de 4' }).press('ArrowLeft');
    await expect(place).not.toHaveValue(CORNERS[0] ?? '');
    await page.getByRole('button', { name: 'Guardar zona' }).click();
    await panel.getByRole('button', { name: 'Deshacer' }).click();
    await expect(panel.getByText(`Zona «${zone}» guardada`)).toBeHidden();
    await edit.click();
    await expect(place).toHaveValue(CORNERS[0] ?? '');
    await page.getByRole('button', { name: 'Volver a las zonas' }).click();
    await panel.getByRole('button', { name: 'Cerrar las zonas' }).click();
  });

  await test.step('the zone filters the orders, also after its removal is undone', async () => {
    await page.getByRole('combobox', { name: /^Zona/ }).click();
    await page.getByRole('option', { name: zone, exact: true }).click();
    await expect(orderRows(page)).toHaveCount(1);
    await expect(orderRows(page)).toContainText(inside ?? '');
    await expect(orderRows(page)).not.toContainText(outside ?? '');
    await openZones();
    await edit.click();
    await page.getByRole('button', { name: 'Quitar', exact: true }).click();
    await page.getByRole('button', { name: 'Quitar zona' }).click();
    await expect(panel.getByText(`Zona «${zone}» quitada`)).toBeVisible();
    await panel.getByRole('button', { name: 'Deshacer' }).click();
    await expect(edit).toBeVisible();
    await panel.getByRole('button', { name: 'Cerrar las zonas' }).click();
    await expect(orderRows(page)).toHaveCount(1);
  });
});
