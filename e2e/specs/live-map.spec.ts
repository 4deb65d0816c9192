import { type Locator, type Page } from '@playwright/test';
import { chosen, Desk, findOrders, openDesk, rows, uniqueTag } from '../support/desk.ts';
import { WITH_MOTION } from '../support/motion.ts';
import { expect, expectAccessible, openSession, test } from '../support/test.ts';

test.use(WITH_MOTION);

/** In a row from west to east, so that all marks are at the same height: the middle. */
const PLACES = [-77.05, -77.03, -77.0].map((lng) => ({ lat: -12.12, lng }));

interface Point {
  x: number;
  y: number;
}

/** The card with the order under the pointer. */
const cardOn = (map: Locator): Locator => map.locator('[aria-hidden=true] > strong');

/** Finds the mark of each order by moving the pointer along that height. */
async function findMarks(page: Page, map: Locator, codes: readonly string[]): Promise<Point[]> {
  const box = await map.boundingBox();
  if (!box) throw new Error('The map is not there');
  const y = box.y + box.height / 2;
  const seen = new Map<string, number[]>();
  for (let x = box.x + 20; x < box.x + box.width - 20; x += 4) {
    await page.mouse.move(x, y);
    for (const code of await cardOn(map).allTextContents()) seen.set(code, [...(seen.get(code) ?? []), x]);
  }
  return codes.map((code) => {
    const found = seen.get(code) ?? [];
    expect(found, `the mark of ${code}`).not.toEqual([]);
    return { x: found.reduce((sum, x) => sum + x, 0) / found.length, y };
  });
}

test('map and table share one selection, and the map shows a route and an open order', async ({ page }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const codes: string[] = [];
  for (const point of PLACES) {
    const place = { address: 'Mz. P Lt. 1', reference: null, ubigeo: '150122', point };
    const [order] = await desk.makeOrders(tag, 1, { place });
    codes.push(order?.code ?? '-');
  }
  const route = uniqueTag();
  const stops = await desk.makeOrders(route, 3);
  const courier = await desk.makeCourier(`${route} Repartidor`);
  await desk.assign(stops, courier.id);
  await openDesk(page, tag, 3);
  const map = page.getByRole('application', { name: /^Mapa de las órdenes/ });
  await expect(map).toBeVisible();
  // The outlines load last and would change how a mark looks.
  await expect(map.getByText('Natural Earth')).toBeAttached();
  // The legend appears with the marks, although so small a map hides it.
  await expect(map.locator('[aria-label=Leyenda]')).toContainText('Pendiente');
  const [west, middle, east] = await findMarks(page, map, codes);
  if (!west || !middle || !east) throw new Error('Three were asked for');
  const expectChosen = async (...which: boolean[]): Promise<void> => {
    for (const [at, isChosen] of which.entries())
      await expect(rows(page).nth(at)).toHaveAttribute('aria-selected', String(isChosen));
  };
  /** A mark as drawn, without hover. */
  const drawn = async ({ x, y }: Point): Promise<string> => {
    await page.getByRole('heading', { name: 'Asig. Orden(B)' }).hover();
    await expect(cardOn(map)).toHaveCount(0);
    // Only the ring around it: the shadow of the selection bar covers the map beside it.
    return (await page.screenshot({ clip: { x: x - 12, y: y - 12, width: 24, height: 24 } })).toString('base64');
  };
  const plain = { west: await drawn(west), middle: await drawn(middle) };

  await test.step('draws an area that ends on a mark', async () => {
    await page.keyboard.down('Shift');
    await page.mouse.move(west.x - 20, west.y - 40);
    await page.mouse.down();
    await page.mouse.move(middle.x + 3, middle.y + 3, { steps: 5 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await expect(chosen(page)).toContainText('2 órdenes');
    await expectChosen(true, true, false);
  });

  await test.step('draws the same area with the tool, without a key and without moving the map', async () => {
    await page.keyboard.press('Escape');
    await expect(chosen(page)).toHaveCount(0);
    const tool = map.getByRole('button', { name: /^Seleccionar un área/ });
    await tool.click();
    await expect(tool).toHaveAttribute('aria-pressed', 'true');
    await page.mouse.move(west.x - 20, west.y - 40);
    await page.mouse.down();
    await page.mouse.move(middle.x + 3, middle.y + 3, { steps: 5 });
    await page.mouse.up();
    await expect(chosen(page)).toContainText('2 órdenes');
    await expectChosen(true, true, false);
    await tool.click();
    await expect(tool).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('adds and removes a mark', async () => {
    await page.keyboard.down('Control');
    await page.mouse.click(east.x, east.y);
    await expect(chosen(page)).toContainText('3 órdenes');
    await page.mouse.click(middle.x, middle.y);
    await page.keyboard.up('Control');
    await expect(chosen(page)).toContainText('2 órdenes');
    await expectChosen(true, false, true);
  });

  await test.step('a row selected in the table is drawn as a selected mark', async () => {
    await expect.poll(() => drawn(middle)).toBe(plain.middle);
    const ringed = await drawn(west);
    expect(ringed).not.toBe(plain.west);
    await rows(page).first().click();
    await expectChosen(false, false, true);
    await expect.poll(() => drawn(west)).toBe(plain.west);
    await rows(page).first().click();
    await expectChosen(true, false, true);
    await expect.poll(() => drawn(west)).toBe(ringed);
    expect(await drawn(middle)).toBe(plain.middle);
  });

  await test.step('selects everything in view', async () => {
    await page.keyboard.press('Escape');
    await expect(chosen(page)).toHaveCount(0);
    await findOrders(page, route, 3);
    await map.getByRole('button', { name: 'Seleccionar todo lo visible' }).click();
    await expect(chosen(page)).toContainText('3 órdenes');
  });

  await test.step('the route of a courier, and the place of an order', async () => {
    await page.goto(`/map?repartidor=${courier.id}`);
    const side = page.getByRole('complementary', { name: 'Órdenes y repartidores del mapa' });
    const list = side.getByRole('list', { name: `Paradas de ${courier.name}` });
    await expect(list.getByRole('listitem')).toHaveCount(3);
    await expectAccessible(page);
    const code = stops[0]?.code ?? '';
    await list.getByRole('button', { name: new RegExp(code) }).click();
    const where = page
      .getByRole('complementary', { name: `Orden ${code}` })
      .getByRole('region', { name: 'Dónde está' });
    await expect(where).toContainText('Parada 1 de 3, es la siguiente');
    await expect(where).toContainText('Sin ubicación exacta');
    await expect(page).toHaveURL(new RegExp(`ver=${stops[0]?.id ?? ''}$`));
  });
});
