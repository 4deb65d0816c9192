import { WITH_MOTION } from '../support/motion.ts';
import { shell } from '../support/shell.ts';
import { expect, signIn, test } from '../support/test.ts';

test.use(WITH_MOTION);

const NARROW = { width: 990, height: 800 };

test('S16 S21: below 991 px a toggle opens the sidebar, which traps the focus and closes in each way', async ({
  page,
}) => {
  await signIn(page, 'ana');
  await page.setViewportSize({ ...NARROW, width: 991 });
  const [toggle, drawer] = [shell.toggle(page), shell.drawer(page)];
  await expect(shell.sidebar(page)).toBeVisible();
  await expect(toggle).toHaveCount(0);

  await page.setViewportSize(NARROW);
  await expect(toggle).toBeVisible();
  await expect(shell.sidebar(page)).toHaveCount(0);
  await expect(shell.menu(page)).toHaveCount(0);
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

  // A navigation closes it, and so does going back.
  await toggle.click();
  await drawer.getByRole('link', { name: 'Clientes' }).click();
  await expect(page).toHaveURL('/clients');
  await expect(drawer).toHaveCount(0);
  await toggle.click();
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
  await expect(drawer).toHaveCount(0);

  // It traps the focus, and the page behind it is inert.
  const actions = page.getByRole('button', { name: 'Acciones', exact: true });
  await expect(actions).toBeVisible();
  await toggle.press('Enter');
  await expect(drawer).toBeVisible();
  await expect(actions).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  const inside = (): Promise<boolean> => drawer.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(inside).toBe(true);
  for (const key of ['Tab', 'Shift+Tab']) {
    const visited = new Set<string>();
    for (let step = 0; step < 14; step += 1) {
      await page.keyboard.press(key);
      await expect.poll(inside, `${key} ${step}`).toBe(true);
      visited.add(await page.evaluate(() => document.activeElement?.textContent ?? ''));
    }
    // The first may have a number.
    for (const entry of ['Dashboard', 'Clientes', 'Salir'])
      expect(
        [...visited].some((text) => text.startsWith(entry)),
        `${key} ${entry}`,
      ).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);

  // Widening the window shows the sidebar in its normal place.
  await toggle.click();
  await expect(drawer).toBeVisible();
  await page.setViewportSize({ width: 1200, height: 800 });
  await expect(drawer).toHaveCount(0);
  await shell.menu(page).getByRole('link', { name: 'Clientes' }).click();
  await expect(page).toHaveURL('/clients');
});
