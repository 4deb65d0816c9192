import { type Locator, type Page } from '@playwright/test';
import { scrolled, shell } from '../support/shell.ts';
import { expect, signIn, test } from '../support/test.ts';

const CUSTOM = /(^|\s)ps(\s|$)/;

const rail = (page: Page): Locator => shell.panel(page).locator('.ps__rail-y');

test('S17: from 960 px up, panels have a custom scrollbar that follows wheel, drag and arrow keys', async ({
  page,
}) => {
  await signIn(page, 'ana', '/clients');
  await expect(page.getByRole('table', { name: 'Clientes' })).toBeVisible();
  // It loads after the first rows; until then the browser's own steps apply.
  await expect(shell.panel(page)).toHaveClass(CUSTOM);
  await shell.panel(page).focus();
  for (const [key, top] of [
    ['ArrowDown', 30],
    ['ArrowDown', 60],
    ['ArrowDown', 90],
    ['ArrowUp', 60],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => scrolled(page), key).toBe(top);
  }
  await page.keyboard.press('Home');
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.keyboard.press('ArrowUp');
  expect(await scrolled(page)).toBe(0);

  const thumb = shell.panel(page).locator('.ps__thumb-y');
  await shell.panel(page).hover();
  await expect(thumb).toBeVisible();
  const start = await thumb.boundingBox();
  await page.mouse.wheel(0, 2000);
  await expect.poll(() => scrolled(page)).toBeGreaterThan(1000);
  await expect.poll(async () => (await thumb.boundingBox())?.y).toBeGreaterThan((start?.y ?? 0) + 10);

  const wheeled = await scrolled(page);
  const box = await thumb.boundingBox();
  if (!box) throw new Error('The thumb has gone');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 120, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => scrolled(page)).toBeGreaterThan(wheeled + 300);

  await expect(shell.menu(page)).toHaveClass(CUSTOM);
  await expect(rail(page)).toBeAttached();

  await page.setViewportSize({ width: 959, height: 800 });
  await expect(shell.panel(page)).not.toHaveClass(CUSTOM);
  await expect(rail(page)).toHaveCount(0);
  await expect(shell.panel(page)).toHaveCSS('overflow-y', 'auto');

  await page.setViewportSize({ width: 960, height: 800 });
  await expect(shell.panel(page)).toHaveClass(CUSTOM);
});

test.describe('a Mac', () => {
  // Other Apple devices: the rule's own tests.
  test.use({
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  });

  test('S17: a Mac keeps its native scrollbar at any width', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' });
    });
    await signIn(page, 'ana', '/clients');
    await expect(page.getByRole('table', { name: 'Clientes' })).toBeVisible();
    await expect(shell.panel(page)).not.toHaveClass(CUSTOM);
    await expect(shell.panel(page)).toHaveCSS('overflow-y', 'auto');
    await shell.panel(page).hover();
    await page.mouse.wheel(0, 400);
    await expect.poll(() => scrolled(page)).toBeGreaterThan(0);
  });
});
