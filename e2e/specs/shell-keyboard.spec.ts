import { type Locator, type Page } from '@playwright/test';
import { shell } from '../support/shell.ts';
import { expect, expectAccessibleInBothThemes, signIn, test } from '../support/test.ts';

const outline = (target: Locator): Promise<string> =>
  target.evaluate((element) => getComputedStyle(element).outlineStyle);

test('S26: Tab reaches everything in the shell in reading order, with a visible focus ring', async ({ page }) => {
  await signIn(page, 'ana', '/images');
  const [menu, bar] = [shell.menu(page), page.getByRole('banner').last()];
  const walk = [
    page.getByRole('link', { name: 'Ir al contenido' }),
    page.getByRole('button', { name: 'Reducir el menú' }),
    ...[
      'Dashboard',
      'Mapa',
      'Asig. Orden(B)',
      'Imágenes',
      'Permiso Usuario',
      'Clientes',
      'Oficinas y ajustes',
      'Registro',
      'Salir',
    ].map((name) => menu.getByRole('link', { name })),
    bar.getByRole('link', { name: 'Ir a Dashboard' }),
    bar.getByRole('button', { name: 'Por foto' }),
    bar.getByRole('combobox', { name: 'Oficina' }),
    bar.getByRole('button', { name: 'Acciones', exact: true }),
  ];
  await expect(page.getByRole('search', { name: 'Filtros de fotos' })).toBeVisible();
  for (const stop of walk) {
    await page.keyboard.press('Tab');
    await expect(stop).toBeFocused();
    await expect(stop).toBeInViewport({ ratio: 1 });
    expect(await outline(stop), String(stop)).not.toBe('none');
  }

  await test.step('the minimised shell, an open menu, the box of Ctrl+K and the drawer pass axe, light and dark', async () => {
    await page.getByRole('button', { name: 'Reducir el menú' }).click();
    await expect.poll(async () => (await shell.sidebar(page).boundingBox())?.width).toBeLessThan(100);
    await page.getByRole('button', { name: 'Acciones', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Salir' })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Buscar o hacer' })).toBeFocused();
    await expect(page.getByRole('option', { name: 'Por atender' })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 800, height: 800 });
    await shell.toggle(page).click();
    await expect(shell.drawer(page)).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });
});

test('S26: the skip link, a navigation and Acciones work by keyboard', async ({ page }) => {
  await signIn(page, 'ana', '/clients');
  await expect(page.getByRole('table', { name: 'Clientes' })).toBeVisible();
  const skip = page.getByRole('link', { name: 'Ir al contenido' });
  await expect(skip).not.toBeInViewport();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(shell.panel(page)).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await shell.panel(page).evaluate((panel) => panel.contains(document.activeElement))).toBe(true);

  // A navigation moves the focus to the content, named after the page.
  await shell.menu(page).getByRole('link', { name: 'Permiso Usuario' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/permissions');
  await expect(shell.panel(page)).toBeFocused();
  await expect(shell.panel(page)).toHaveAccessibleName('Permiso Usuario');

  const actions = page.getByRole('button', { name: 'Acciones', exact: true });
  await actions.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Buscar o hacer…' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(actions).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Buscar o hacer…' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Salir' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/auth/login');
});

/** @returns the elements with a visible animation or transition. */
const moving = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const longest = (list: string): number => Math.max(...list.split(',').map(Number.parseFloat));
    return [...document.querySelectorAll('*')].filter((element) => {
      const { transitionDuration, animationDuration } = getComputedStyle(element);
      return longest(transitionDuration) > 0.02 || longest(animationDuration) > 0.02;
    }).length;
  });

test('S26: nothing in the shell animates with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signIn(page, 'ana');
  expect(await moving(page)).toBeGreaterThan(5);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await moving(page)).toBe(0);
  await page.setViewportSize({ width: 800, height: 800 });
  await shell.toggle(page).click();
  await expect(shell.drawer(page)).toBeVisible();
  expect(await moving(page)).toBe(0);
});
