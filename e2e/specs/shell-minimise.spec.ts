import { type Page } from '@playwright/test';
import { stopClock } from '../support/clock.ts';
import { shell } from '../support/shell.ts';
import { expect, signIn, test } from '../support/test.ts';

const NORMAL = 236;
const MINI = 64;

const width = async (page: Page): Promise<number | undefined> => (await shell.sidebar(page).boundingBox())?.width;

const minimise = (page: Page) => page.getByRole('button', { name: 'Reducir el menú' });
const widen = (page: Page) => page.getByRole('button', { name: 'Ampliar el menú' });

test('S15: the button minimises after 300 ms; layout is measured every 180 ms for 1 s', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await signIn(page, 'ana');
  await stopClock(page);
  await page.evaluate(() => {
    const [start, { dataset }] = [Date.now(), document.body];
    addEventListener('resize', () => {
      dataset['resizes'] = `${dataset['resizes'] ?? ''}${Date.now() - start} `;
    });
  });
  await minimise(page).click();
  await page.clock.runFor(299);
  expect(await width(page)).toBe(NORMAL);
  await page.clock.runFor(1);
  await expect.poll(() => width(page)).toBe(MINI);
  await page.clock.runFor(3000);
  await expect(page.locator('body')).toHaveAttribute('data-resizes', '180 360 540 720 900 ');

  await widen(page).click();
  await page.clock.runFor(300);
  await expect.poll(() => width(page)).toBe(NORMAL);

  // Two clicks within the delay change nothing.
  await minimise(page).click();
  await page.clock.runFor(200);
  await widen(page).click();
  // Past the delay of the first click, and past that of both.
  await page.clock.runFor(150);
  expect(await width(page)).toBe(NORMAL);
  await page.clock.runFor(2000);
  expect(await width(page)).toBe(NORMAL);
  await expect(minimise(page)).toBeVisible();
});

test('S15: a reload keeps the minimised sidebar, whose icons have tooltips and still work', async ({ page }) => {
  await signIn(page, 'ana', '/images');
  await minimise(page).click();
  await expect.poll(() => width(page)).toBe(MINI);
  await page.reload();
  await expect(widen(page)).toBeVisible();
  expect(await width(page)).toBe(MINI);
  const entry = shell.menu(page).getByRole('link', { name: 'Asig. Orden(B)' });
  await expect(entry.locator('svg')).toBeInViewport({ ratio: 1 });
  const outsideMenu = page.locator(':not(nav *)').and(page.getByText('Asig. Orden(B)', { exact: true }));
  await expect(outsideMenu).toHaveCount(0);
  await entry.hover();
  await expect(outsideMenu).toBeInViewport({ ratio: 1 });
  await entry.click();
  await expect(page).toHaveURL('/assing');
  expect(await width(page)).toBe(MINI);

  await widen(page).click();
  await expect.poll(() => width(page)).toBe(NORMAL);
  await page.reload();
  await expect(minimise(page)).toBeVisible();
  expect(await width(page)).toBe(NORMAL);
});

test('S15: the map adjusts to the new size', async ({ page }) => {
  await signIn(page, 'ana', '/map');
  const map = page.locator('.leaflet-container');
  const list = page.getByRole('complementary', { name: 'Órdenes y repartidores del mapa' });
  /** Width beside the list, which is fixed. */
  const room = async (sidebar: number): Promise<number> => 1440 - sidebar - ((await list.boundingBox())?.width ?? 0);
  await expect(list).toBeVisible();
  /** Width of the drawn map: its outlines are clipped to the known size plus a margin. */
  const drawn = async (): Promise<number> =>
    Number(await map.locator('svg.leaflet-zoom-animated').first().getAttribute('width'));
  await expect.poll(async () => (await map.boundingBox())?.width).toBe(await room(NORMAL));
  const before = await drawn();
  await minimise(page).click();
  await expect.poll(async () => (await map.boundingBox())?.width).toBe(await room(MINI));
  // The margin alone may exceed the width that is gained.
  await expect.poll(drawn).toBeGreaterThan(before);
  expect(await drawn()).toBeGreaterThanOrEqual(await room(MINI));
});
