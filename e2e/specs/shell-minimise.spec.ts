import { type Page } from '@playwright/test';
import { shell } from '../support/shell.ts';
import { expect, signIn, test } from '../support/test.ts';

const NORMAL = 236;
const MINI = 64;

const width = async (page: Page): Promise<number | undefined> => (await shell.sidebar(page).boundingBox())?.width;

const minimise = (page: Page) => page.getByRole('button', { name: 'Reducir el menú' });
const widen = (page: Page) => page.getByRole('button', { name: 'Ampliar el menú' });

test('S15 S26: a reload keeps sidebar and theme, and the map adjusts to its size', async ({ page }) => {
  const root = page.locator('html');
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, 'ana', '/images');

  await test.step('S26: the theme follows the system until one is chosen', async () => {
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(root).toHaveAttribute('data-theme', 'light');
    await page.getByRole('button', { name: 'Acciones', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'Oscuro' }).click();
    await expect(root).toHaveAttribute('data-theme', 'dark');
  });

  await test.step('a reload keeps both; the icons have tooltips and still work', async () => {
    await minimise(page).click();
    await expect.poll(() => width(page)).toBe(MINI);
    await page.reload();
    await expect(widen(page)).toBeVisible();
    expect(await width(page)).toBe(MINI);
    await expect(root).toHaveAttribute('data-theme', 'dark');
    const entry = shell.menu(page).getByRole('link', { name: 'Mapa' });
    await expect(entry.locator('svg')).toBeInViewport({ ratio: 1 });
    const outsideMenu = page.locator(':not(nav *)').and(page.getByText('Mapa', { exact: true }));
    await expect(outsideMenu).toHaveCount(0);
    await entry.hover();
    await expect(outsideMenu).toBeInViewport({ ratio: 1 });
    await entry.click();
    await expect(page).toHaveURL('/map');
    expect(await width(page)).toBe(MINI);
    await widen(page).click();
    await expect.poll(() => width(page)).toBe(NORMAL);
    await page.reload();
    await expect(minimise(page)).toBeVisible();
    expect(await width(page)).toBe(NORMAL);
  });

  await test.step('the map adjusts to the new size', async () => {
    const map = page.locator('.leaflet-container');
    const list = page.getByRole('complementary', { name: 'Órdenes y repartidores del mapa' });
    /** Width next to the list, whose width is fixed. */
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
});
