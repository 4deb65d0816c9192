import { type Page } from '@playwright/test';
import { printBusy, watchBusy } from '../support/busy.ts';
import { chosen, Desk, rowAt, rows } from '../support/desk.ts';
import { dispatch } from '../support/dispatch.ts';
import { expect } from '../support/patient-expect.ts';
import { DEMO_ORDERS } from '../support/stack.ts';
import { signIn, test } from '../support/test.ts';

/*
 * The dispatcher's table and map with `E2E_ORDERS` orders; 100,000 in the long check. The tests compare counts. How
 * long the page was busy is only printed.
 */

test.describe.configure({ timeout: 1_200_000 });

const ALL = '/assing?oficina=LIMA&todas=1&orden=codigo';

/** Rendered rows: those in view and some around them, however long the list is. */
const MAX_ROWS = 60;

/** Number of rows to reach with End: many pages. */
const FAR = 3000;

const grid = (page: Page) => page.getByRole('grid', { name: 'Órdenes', exact: true });

/** The number of orders shown above the table. */
async function shownTotal(page: Page): Promise<number> {
  await expect(dispatch.count(page)).toHaveText(/^[\d,]+ (orden|órdenes)$/);
  await expect(grid(page)).not.toHaveAttribute('aria-busy', 'true');
  return Number((await dispatch.count(page).textContent())?.replace(/\D/g, ''));
}

/** The position of the focused row in the whole result, from 1. */
const focusedPlace = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.activeElement?.getAttribute('aria-rowindex') ?? 0) - 1);

test('the table of a large office scrolls through thousands of rows and renders few', async ({ page }) => {
  await watchBusy(page);
  await signIn(page, 'ana', ALL);
  const total = await shownTotal(page);
  // Lima has more than half of the orders of the three offices.
  expect(total).toBeGreaterThan(DEMO_ORDERS / 2);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(total + 1));
  await expect(rowAt(page, 1)).toBeVisible();
  expect(await rows(page).count()).toBeLessThan(MAX_ROWS);
  await printBusy(page, `first page of ${total} orders`);

  await rowAt(page, 1).focus();
  await page.keyboard.press('End');
  await expect.poll(() => focusedPlace(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(FAR);
  expect(await rows(page).count()).toBeLessThan(MAX_ROWS);
  await printBusy(page, `End through ${FAR} rows`);

  const last = await focusedPlace(page);
  for (let pages = 1; pages <= 20; pages += 1) await page.keyboard.press('PageUp');
  await expect.poll(() => focusedPlace(page)).toBeLessThan(last - 100);
  const place = await focusedPlace(page);
  await expect(rowAt(page, place)).toBeFocused();
  await expect(rowAt(page, place)).toBeInViewport();
  // In order and without gaps.
  const places = await rows(page).evaluateAll((all) => all.map((row) => Number(row.getAttribute('aria-rowindex'))));
  expect(places.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: places.length }, (_, index) => Math.min(...places) + index),
  );
  await page.keyboard.press('Home');
  await expect(rowAt(page, 1)).toBeFocused();
  await printBusy(page, 'PageUp and Home');
});

test('finds one order among all by its code and by its recipient', async ({ page }) => {
  await signIn(page, 'ana', ALL);
  const total = await shownTotal(page);
  const desk = new Desk(page);
  const { orders } = await desk.read<{ orders: { code: string; recipient: { name: string } }[] }>(
    'orders?orden=-codigo&limite=1',
  );
  const [newest] = orders;
  expect(newest?.code).toBeDefined();
  await dispatch.search(page).fill(newest?.code ?? '');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(newest?.recipient.name ?? '-');
  await dispatch.search(page).fill(newest?.recipient.name ?? '');
  await expect(page).not.toHaveURL(new RegExp(`buscar=${newest?.code ?? ''}`));
  await expect(page).toHaveURL(/buscar=/);
  const found = await shownTotal(page);
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThan(total / 2);
  // Every word must match, in any order.
  for (const word of newest?.recipient.name.split(' ') ?? []) await expect(rows(page).first()).toContainText(word);
});

test('Ctrl+A selects as many orders as one request may change', async ({ page }) => {
  await watchBusy(page);
  await signIn(page, 'ana', '/assing?oficina=LIMA&estado=entregada&orden=codigo');
  expect(await shownTotal(page)).toBeGreaterThan(1000);
  await rowAt(page, 1).focus();
  await page.keyboard.press('Control+a');
  await expect(chosen(page)).toContainText('1,000 órdenes');
  await expect(chosen(page)).toContainText('máximo por vez');
  const top = async (name: RegExp) => (await chosen(page).getByRole('button', { name }).boundingBox())?.y;
  expect(await top(/^Quitar la selección/)).toBe(await top(/^Sugerir reparto/));
  expect(await rows(page).count()).toBeLessThan(MAX_ROWS);
  await printBusy(page, 'Ctrl+A');
  await page.keyboard.press('Escape');
  await expect(chosen(page)).toHaveCount(0);
});

/** Number of non-empty pixels on the canvas of the marks. */
const drawn = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.leaflet-overlay-pane canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context || canvas.width === 0) return 0;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let inked = 0;
    for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) inked += 1;
    return inked;
  });

test('the map draws 3,000 orders, says that there are more, and can be moved', async ({ page }) => {
  await watchBusy(page);
  await signIn(page, 'ana', '/map?oficina=LIMA&todas=1');
  const map = page.getByRole('application', { name: /^Mapa de la oficina/ });
  await expect(page.getByText('Se muestran las 3,000 más urgentes: reduzca la búsqueda')).toBeVisible({
    timeout: 120_000,
  });
  await expect.poll(() => drawn(page)).toBeGreaterThan(1000);
  // Marks are drawn on one canvas, without elements.
  expect(await map.locator('*').count()).toBeLessThan(400);
  await printBusy(page, '3,000 marks');

  await map.focus();
  for (const key of ['+', 'ArrowLeft', 'ArrowDown', '-', 'ArrowRight', '-']) {
    await page.keyboard.press(key);
    await expect.poll(() => drawn(page)).toBeGreaterThan(1000);
  }
  await printBusy(page, 'moving the map six times');
});
