import { type Page } from '@playwright/test';
import { WITH_MOTION } from '../support/motion.ts';
import { shell } from '../support/shell.ts';
import { expect, signIn, test } from '../support/test.ts';

test.use(WITH_MOTION);

const NARROW = { width: 990, height: 800 };

async function signInNarrow(page: Page): Promise<void> {
  await signIn(page, 'ana');
  await page.setViewportSize(NARROW);
  await expect(shell.toggle(page)).toBeVisible();
}

test('S16: the toggle exists only below 991 px, where the sidebar is hidden', async ({ page }) => {
  await signInNarrow(page);
  await expect(shell.sidebar(page)).toHaveCount(0);
  await expect(shell.menu(page)).toHaveCount(0);

  await page.setViewportSize({ ...NARROW, width: 991 });
  await expect(shell.sidebar(page)).toBeVisible();
  await expect(shell.toggle(page)).toHaveCount(0);
});

test('S16: the toggle opens the sidebar; cross, scrim and Esc close it and return the focus', async ({ page }) => {
  await signInNarrow(page);
  const [toggle, drawer] = [shell.toggle(page), shell.drawer(page)];
  await expect(drawer).toHaveCount(0);
  const ways = [
    () => page.keyboard.press('Escape'),
    () => drawer.getByRole('button', { name: 'Cerrar el menú' }).click(),
    () => page.mouse.click(900, 400),
  ];
  for (const close of ways) {
    await toggle.click();
    await expect(drawer.getByRole('navigation', { name: 'Secciones' })).toBeVisible();
    await expect(drawer.getByText('Ana Torres')).toBeVisible();
    await expect(drawer).toBeInViewport({ ratio: 1 });
    await close();
    await expect(drawer).toHaveCount(0);
    await expect(toggle).toBeFocused();
  }
});

test('S16: the open sidebar traps the focus in both directions', async ({ page }) => {
  await signInNarrow(page);
  await shell.toggle(page).press('Enter');
  const drawer = shell.drawer(page);
  await expect(drawer).toBeVisible();
  const inside = (): Promise<boolean> => drawer.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(inside).toBe(true);
  for (const key of ['Tab', 'Shift+Tab']) {
    const visited = new Set<string>();
    for (let step = 0; step < 14; step += 1) {
      await page.keyboard.press(key);
      await expect.poll(inside, `${key} ${step}`).toBe(true);
      visited.add(await page.evaluate(() => document.activeElement?.textContent ?? ''));
    }
    for (const entry of ['Dashboard', 'Clientes', 'Salir']) expect(visited, key).toContain(entry);
  }
});

test('S16: the page behind the open sidebar is inert', async ({ page }) => {
  await signInNarrow(page);
  await expect(page.getByRole('button', { name: 'Acciones', exact: true })).toBeVisible();
  await shell.toggle(page).click();
  await expect(shell.drawer(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Acciones', exact: true })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
});

test('S16: widening the window shows the sidebar in its normal place', async ({ page }) => {
  await signInNarrow(page);
  await shell.toggle(page).click();
  await expect(shell.drawer(page)).toBeVisible();
  await page.setViewportSize({ width: 1200, height: 800 });
  await expect(shell.drawer(page)).toHaveCount(0);
  await shell.menu(page).getByRole('link', { name: 'Clientes' }).click();
  await expect(page).toHaveURL('/clients');
});
