import { type Page } from '@playwright/test';
import { settled } from '../support/settled.ts';
import { expect, signIn, test } from '../support/test.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Clientes' });
const header = (page: Page, name: string) => table(page).getByRole('columnheader', { name });
/** Names in the first rows. How many rows exist below them depends on measurement. */
const names = async (page: Page): Promise<string[]> =>
  (await table(page).getByRole('link').allInnerTexts()).slice(0, 10);

async function open(page: Page, path = '/clients'): Promise<void> {
  await signIn(page, 'ana', path);
  await settled(page);
}

test('S21 S26 S28: the list works by keyboard, keeps search and sort order, and cuts off no number', async ({
  page,
}) => {
  await open(page);
  await page.keyboard.press('/');
  await expect(page.getByLabel('Buscar cliente')).toBeFocused();
  await page.keyboard.type('optica');
  await expect(page.getByRole('status').filter({ hasText: /de 300/ })).toBeVisible();
  await header(page, 'RUC').getByRole('button').click();
  await expect(page).toHaveURL(/q=optica.*orden=taxId/);
  await expect(header(page, 'RUC')).toHaveAttribute('aria-sort', 'ascending');
  const before = await names(page);
  await table(page).getByRole('link').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(table(page).getByRole('link').nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/clients\/\d+$/);
  await expect(page.getByRole('article', { name: before[1] ?? '' })).toBeVisible();
  await page.goBack();
  await settled(page);
  await expect(page.getByLabel('Buscar cliente')).toHaveValue('optica');
  await expect.poll(() => names(page)).toEqual(before);

  // No number is cut off.
  await page.setViewportSize({ width: 1024, height: 768 });
  await settled(page);
  const cut = await table(page)
    .getByRole('cell')
    .evaluateAll((cells) =>
      cells
        .filter((cell) => cell.scrollWidth > cell.clientWidth && /^[\d+ ]+$/.test(cell.textContent))
        .map((cell) => cell.textContent),
    );
  expect(cut).toEqual([]);
});
