import { settled } from '../support/settled.ts';
import { expect, signIn, test } from '../support/test.ts';

test('S21 S26 S28: the list works by keyboard, keeps search and sort order, and cuts off no number', async ({
  page,
  app,
}) => {
  const table = page.getByRole('table', { name: 'Clientes' });
  const links = table.getByRole('link');
  const taxId = table.getByRole('columnheader', { name: 'RUC' });
  const search = page.getByLabel('Buscar cliente');
  /** Names in the first rows. How many rows exist below them depends on measurement. */
  const names = async (): Promise<string[]> => (await links.allInnerTexts()).slice(0, 10);
  await signIn(page, 'rosa', '/clients');
  await settled(page);
  await expect(page.getByRole('status').filter({ hasText: '300' })).toBeVisible();
  expect(app.calls(/\/legacy\/base\/clients\/$/)).toHaveLength(1);

  await test.step('searches and sorts by keyboard', async () => {
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await page.keyboard.type('optica');
    await expect(page.getByRole('status').filter({ hasText: /de 300/ })).toBeVisible();
    await taxId.getByRole('button').click();
    await expect(page).toHaveURL(/q=optica.*orden=taxId/);
    await expect(taxId).toHaveAttribute('aria-sort', 'ascending');
  });

  const before = await names();
  await test.step('a client is opened by keyboard, with a separate call', async () => {
    await links.first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(links.nth(1)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/clients\/\d+$/);
    await expect(page.getByRole('article', { name: before[1] ?? '' })).toBeVisible();
    const { pathname } = new URL(page.url());
    await expect.poll(() => app.calls(new RegExp(`/legacy/base${pathname}$`)).length).toBe(1);
  });

  await test.step('the list is the same after going back', async () => {
    await page.goBack();
    await settled(page);
    await expect(search).toHaveValue('optica');
    await expect.poll(names).toEqual(before);
  });

  await test.step('no number is cut off', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await settled(page);
    const cut = await table
      .getByRole('cell')
      .evaluateAll((cells) =>
        cells
          .filter((cell) => cell.scrollWidth > cell.clientWidth && /^[\d+ ]+$/.test(cell.textContent))
          .map((cell) => cell.textContent),
      );
    expect(cut).toEqual([]);
  });
});
