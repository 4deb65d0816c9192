import { expect, signIn, test } from '../support/test.ts';

test('S26: the theme follows the system until one is chosen, which is remembered', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, 'luis');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'Acciones', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Oscuro' }).click();
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(root).toHaveAttribute('data-theme', 'dark');
});
