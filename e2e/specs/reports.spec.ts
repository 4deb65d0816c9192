import { dispatch, downloaded, linesOf } from '../support/dispatch.ts';
import { expect, expectAccessibleInBothThemes, openSession, test } from '../support/test.ts';

test("a month's figure, its list, the client's sheet and the file show the same numbers", async ({ page }) => {
  await openSession(page, 'elena');
  await page.goto('/dashboard/informes');
  const screens = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(screens.getByRole('link', { name: 'Informes' })).toHaveAttribute('aria-current', 'page');
  // The demonstration's orders of the month before do not change.
  await page.getByRole('button', { name: 'Mes anterior' }).click();
  await expect(page).toHaveURL(/[?&]dia=\d{4}-\d{2}-01/);
  const table = page.getByRole('grid', { name: 'Informe por cliente' });
  await expect(table.getByRole('row', { name: /^Total/ })).toBeVisible();

  const row = table.getByRole('row').nth(1);
  const client = row.getByTitle(/^Ficha del mes de /);
  const name = ((await client.getAttribute('title')) ?? '').replace('Ficha del mes de ', '');
  const figure = row.getByRole('link', { name: /^\d+ órdenes de / });
  const orders = (await figure.textContent()) ?? '';

  const csv = await downloaded(page, () => page.getByRole('button', { name: 'CSV' }).click());
  expect(csv.suggestedFilename()).toMatch(/^informe-clientes-LIMA-\d{4}-\d{2}-01-a-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = await linesOf(csv);
  expect(lines.find((line) => line.startsWith(name))).toContain(`${name};${orders};`);
  expect(lines.at(-1)).toMatch(/^Total;\d+;/);

  await client.click();
  const sheet = page.getByRole('region', { name: 'Vista de la ficha' });
  await expect(sheet.getByRole('heading', { name })).toBeVisible();
  await expect(sheet.getByRole('link', { name: `${orders} órdenes`, exact: true })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'main');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#root')).toBeHidden();
  await expect(page.locator('body > [aria-hidden="true"] article h1')).toHaveText(name);
  await page.emulateMedia({ media: null });

  await page.getByRole('button', { name: 'Informe', exact: true }).click();
  await figure.click();
  await expect(dispatch.count(page)).toHaveText(orders === '1' ? '1 orden' : `${orders} órdenes`);
  await page.goBack();
  await expect(table.getByRole('row', { name: /^Total/ })).toBeVisible();
});
