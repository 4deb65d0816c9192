import { shell } from '../support/shell.ts';
import { expect, signIn, test } from '../support/test.ts';

test('S23: the menu shows the sections of a user’s modules, and Salir signs out', async ({ page }) => {
  await signIn(page, 'rosa');
  await expect(shell.menu(page).getByRole('link')).toHaveText(['Imagenes', 'Clientes', 'Salir']);
  await shell.menu(page).getByRole('link', { name: 'Salir' }).click();
  await expect(page).toHaveURL('/auth/login');
  await page.goto('/images');
  await expect(page).toHaveURL(/\/auth\/login/);
});
