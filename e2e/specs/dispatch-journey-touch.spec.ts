import { type Page } from '@playwright/test';
import { chosen, Desk, findOrders, receipt, rows, uniqueTag } from '../support/desk.ts';
import { dispatch } from '../support/dispatch.ts';
import { WITH_MOTION } from '../support/motion.ts';
import { expect } from '../support/patient-expect.ts';
import { rolesWithin } from '../support/roles.ts';
import { showPane } from '../support/scenes/desk-actions.ts';
import { expectStopsDragged, openRoute } from '../support/stops.ts';
import { openSession, test } from '../support/test.ts';
import { dragByTouch } from '../support/touch.ts';

test.use(WITH_MOTION);

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Horizontal overflow of the page in px. */
const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('by touch: assigns, undoes, closes, selects an area and reorders stops', async ({ page }) => {
  test.setTimeout(240_000);
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, 4);
  const courier = await desk.makeCourier(`${tag} Repartidora`);
  await page.goto('/assing?oficina=LIMA&todas=1&orden=codigo');
  const bar = chosen(page);

  await test.step('finds the orders', async () => {
    await dispatch.search(page).tap();
    await dispatch.search(page).fill(tag);
    await expect(rows(page)).toHaveCount(4);
    expect(await overhang(page)).toBe(0);
  });

  await test.step('selects three by touch, anywhere on the row', async () => {
    for (const place of [0, 1, 2]) {
      await rows(page).nth(place).tap();
      await expect(rows(page).nth(place)).toHaveAttribute('aria-selected', 'true');
    }
    await expect(bar).toContainText('3 órdenes');
    await rows(page).nth(1).tap();
    await expect(bar).toContainText('2 órdenes');
    await rows(page).nth(1).tap();
    await expect(bar).toContainText('3 órdenes');
  });

  await test.step('assigns them to a courier', async () => {
    await bar.getByRole('button', { name: 'Asignar a…' }).tap();
    const window = page.getByRole('dialog', { name: 'Asignar 3 órdenes' });
    const search = window.getByRole('combobox', { name: 'Repartidor', exact: true });
    // The couriers load on first use, so the field appears after its window.
    await expect(search).toBeFocused();
    await search.fill(tag);
    await window.getByRole('option', { name: courier.name }).tap();
    await expect(receipt(page)).toContainText('3 órdenes asignadas');
    await expect(rows(page).filter({ hasText: 'Asignada' })).toHaveCount(3);
    expect(await overhang(page)).toBe(0);
  });

  await test.step('undoes it', async () => {
    await receipt(page)
      .getByRole('button', { name: /^Deshacer/ })
      .tap();
    await expect(receipt(page)).toContainText(`Deshacer: Asignar a ${courier.name}`);
    await expect(rows(page).filter({ hasText: 'Pendiente' })).toHaveCount(4);
    await receipt(page).getByRole('button', { name: 'Cerrar la constancia' }).tap();
    await expect(receipt(page)).toHaveCount(0);
  });

  await test.step('closes one with the reason of a failed visit', async () => {
    const [order] = orders;
    const row = rows(page).filter({ hasText: order?.code ?? '-' });
    await desk.assign(orders.slice(0, 1), courier.id);
    await expect(row).toContainText('Asignada');
    await row.getByRole('link').tap();
    const detail = page.getByRole('complementary', { name: `Orden ${order?.code ?? ''}`, exact: true });
    const change = async (name: string): Promise<void> => {
      await detail.getByRole('button', { name: 'Cambiar estado' }).tap();
      await page.getByRole('menuitem', { name, exact: true }).tap();
    };
    await change('Sale a ruta');
    await expect(detail).toContainText('En ruta');
    await change('No entregada…');
    const closing = page.getByRole('dialog', { name: /: No entregada$/ });
    await expect(closing.getByRole('radio').first()).toBeFocused();
    await closing.getByRole('button', { name: /^Marcar como / }).tap();
    await expect(closing).toContainText('Seleccione el motivo');
    await closing.getByRole('radio', { name: 'No contesta', exact: true }).tap();
    await closing.getByRole('button', { name: /^Marcar como / }).tap();
    await expect(detail).toContainText('No contesta');
    expect(await overhang(page)).toBe(0);
    await detail.getByRole('button', { name: 'Cerrar (Esc)' }).tap();
    await expect(detail).toHaveCount(0);
    await expect(row).toContainText('No entregada');
    expect(await desk.order(order?.id ?? '')).toMatchObject({ state: 'no_entregada', reason: 'no_contesta' });
  });

  await test.step('draws an area on the map, which selects its orders', async () => {
    const area = uniqueTag();
    for (const lng of [-77.05, -77.03, -77.0])
      await desk.makeOrders(area, 1, {
        place: { address: 'Av. 1', reference: null, ubigeo: '150122', point: { lat: -12.12, lng } },
      });
    // An undo restores the selection.
    await bar.getByRole('button', { name: /^Quitar la selección/ }).tap();
    await findOrders(page, area, 3);
    await showPane(page, 'Mapa');
    const map = page.getByRole('application', { name: /^Mapa de las órdenes/ });
    await expect(map).toBeVisible();
    await map.getByRole('button', { name: /^Seleccionar un área/ }).tap();
    const box = await map.boundingBox();
    if (!box) throw new Error('The map is not there');
    const middle = box.y + box.height / 2;
    await dragByTouch(page, { x: box.x + 4, y: middle - 40 }, { x: box.x + box.width / 2, y: middle + 40 }, 5);
    // The third order is in the other half of the view.
    await expect(bar).toContainText('2 órdenes');
    await bar.getByRole('button', { name: /^Quitar la selección/ }).tap();
  });

  await test.step('reorders stops with a finger', async () => {
    const route = uniqueTag();
    const load = await desk.makeOrders(route, 3);
    const driver = await desk.makeCourier(`${route} Una`);
    await desk.assign(load, driver.id);
    await showPane(page, 'Repartidores');
    const shown = await openRoute(page, driver);
    await expectStopsDragged({ desk, courier: driver, orders: load, ...shown }, (from, to) =>
      dragByTouch(page, from, to, 6),
    );
  });

  await test.step('reads a route sheet without horizontal scrolling', async () => {
    await desk.assign(orders.slice(1, 3), courier.id);
    await page.goto(`/assing?oficina=LIMA&hoja=${courier.id}`);
    const sheet = page.getByRole('article', { name: `Hoja de ruta de ${courier.name}` });
    await expect(sheet.getByRole('row')).toHaveCount(3);
    expect(await rolesWithin(page, sheet)).toMatchObject({ table: 1, row: 3 });
    await expect(sheet.getByRole('cell', { name: '987 654 321' })).toHaveCount(2);
    expect(await sheet.evaluate((paper) => paper.scrollWidth - paper.clientWidth)).toBe(0);
    expect(await overhang(page)).toBe(0);
  });
});
