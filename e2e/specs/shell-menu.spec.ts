import { shell } from '../support/shell.ts';
import { expect, signIn, test } from '../support/test.ts';

const ENTRIES = {
  Dashboard: '/dashboard',
  Mapa: '/map',
  'Asig. Orden(B)': '/assing',
  Imagenes: '/images',
  'Permiso Usuario': '/permissions',
  Clientes: '/clients',
};

test('S23: the menu shows the sections of a user’s modules, and Salir signs out', async ({ page }) => {
  await signIn(page, 'rosa');
  await expect(shell.menu(page).getByRole('link')).toHaveText(['Imagenes', 'Clientes', 'Salir']);
  await shell.menu(page).getByRole('link', { name: 'Salir' }).click();
  await expect(page).toHaveURL('/auth/login');
  await page.goto('/images');
  await expect(page).toHaveURL(/\/auth\/login/);
});

test('S22 S24: every entry opens its section, marks it as current and gives its title', async ({ page }) => {
  await signIn(page, 'ana');
  await expect(shell.menu(page).getByRole('link')).toHaveText([...Object.keys(ENTRIES), 'Salir']);
  for (const [title, path] of Object.entries(ENTRIES)) {
    const link = shell.menu(page).getByRole('link', { name: title });
    await link.click();
    await expect(page).toHaveURL(path);
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(shell.menu(page).locator('[aria-current]')).toHaveCount(1);
    await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(`${title} · Despacho`);
  }
});
