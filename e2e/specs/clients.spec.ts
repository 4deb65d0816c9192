import { settled } from '../support/settled.ts';
import { expect, signIn, test } from '../support/test.ts';

test('S28: the list and a client use their documented calls', async ({ page, app }) => {
  await signIn(page, 'rosa', '/clients');
  await settled(page);
  await expect(page.getByRole('status').filter({ hasText: '300' })).toBeVisible();
  expect(app.calls(/\/legacy\/base\/clients\/$/)).toHaveLength(1);

  await page.getByRole('textbox', { name: 'Buscar cliente' }).fill('optica senor de los milagros e.i');
  const row = page.getByRole('link', { name: /Óptica Señor de los Milagros E\.I\.R\.L\./ });
  await expect(row).toHaveCount(1);
  await row.click();
  await expect(page).toHaveURL('/clients/5001');
  await settled(page);
  await expect(page.getByText('20657527735', { exact: true })).toBeVisible();
  await expect.poll(() => app.calls(/\/legacy\/base\/clients\/5001$/).length).toBe(1);

  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Buscar cliente' })).toHaveValue('optica senor de los milagros e.i');
  await expect(row).toHaveCount(1);
});
