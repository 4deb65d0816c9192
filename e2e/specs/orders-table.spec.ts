import { type Locator, type Page } from '@playwright/test';
import { chosen, Desk, openDesk, rowAt, rows, uniqueTag } from '../support/desk.ts';
import { expect, expectAccessible, openSession, test } from '../support/test.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Órdenes', exact: true });

/** Rows are positioned by calculation, so only the calculation keeps them above what follows. */
async function expectBelowLastRow(page: Page, what: Locator): Promise<void> {
  const bottomOf = (box: { y: number; height: number } | null): number => (box ? box.y + box.height : NaN);
  await expect(async () => {
    const [row, said] = [await rows(page).last().boundingBox(), await what.boundingBox()];
    expect(said?.y).toBeGreaterThanOrEqual(bottomOf(row));
  }).toPass();
}

/** Scrolls the table with the wheel until a row is rendered, back if it went too far, and comes to rest there. */
async function wheelTo(page: Page, place: number): Promise<void> {
  await rows(page).first().hover();
  await expect(async () => {
    if ((await rowAt(page, place).count()) === 0) {
      const last = Number(await rows(page).last().getAttribute('aria-rowindex'));
      await page.mouse.wheel(0, last > place ? -500 : 500);
    }
    await rowAt(page, place).scrollIntoViewIfNeeded({ timeout: 500 });
  }).toPass();
}

test('orders are selected by click, Shift and keys, and stay selected when filtered', async ({ page }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const [tag, another] = [uniqueTag(), uniqueTag()];
  await desk.makeOrders(tag, 4, { collectDue: 1000, weightGrams: 1500 });
  await desk.makeOrders(another, 1);
  await openDesk(page, tag, 4);

  await rows(page).nth(0).click();
  await rows(page)
    .nth(2)
    .click({ modifiers: ['Shift'] });
  await expect(chosen(page)).toContainText('3 órdenes');
  await expect(chosen(page)).toContainText('S/ 30.00 por cobrar');
  await expect(chosen(page)).toContainText('4.5 kg');
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(3)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(rows(page).nth(3)).toHaveAttribute('aria-selected', 'true');
  await expect(chosen(page)).toContainText('4 órdenes');

  await page.getByLabel('Buscar orden', { exact: true }).fill(another);
  await expect(rows(page)).toHaveText([new RegExp(another)]);
  await expect(page).toHaveURL(new RegExp(`buscar=${another}`));
  await expect(chosen(page)).toContainText('4 órdenes');
  await rows(page).nth(0).focus();
  await page.keyboard.press('Escape');
  await expect(chosen(page)).toHaveCount(0);
});

test('Shift and Ctrl+A select orders of unloaded pages', async ({ page }) => {
  await openSession(page, 'ana');
  // Orders delivered a week ago no longer change.
  const until = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
  await page.goto(`/assing?estado=entregada&hasta=${until}&orden=codigo`);
  await expect(rows(page).first()).toBeVisible();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', /^\d{3,}$/);
  const total = Number(await grid(page).getAttribute('aria-rowcount')) - 1;
  expect(total).toBeGreaterThan(150);
  await rowAt(page, 1).click();
  await wheelTo(page, 150);
  await rowAt(page, 150).click({ modifiers: ['Shift'] });
  await expect(chosen(page)).toContainText('150 órdenes');
  await chosen(page)
    .getByRole('button', { name: /^Quitar la selección/ })
    .click();
  await expect(chosen(page)).toHaveCount(0);
  await page.keyboard.press('Home');
  await rows(page).first().focus();
  await page.keyboard.press('Control+a');
  await expect(chosen(page)).toContainText(`${total} órdenes`);

  await page.keyboard.press('End');
  await expect(rowAt(page, total)).toBeFocused();
  await expect(page.getByText('Fin de la lista', { exact: true })).toBeInViewport();
  await expect(rows(page).last()).toHaveAttribute('aria-selected', 'true');
  await expectBelowLastRow(page, page.getByText('Fin de la lista', { exact: true }));
});

test('a failed reload is reported below the last row and retried by a click', async ({ page, watched }) => {
  watched.expectConsole(/\/api\/orders\?/);
  await openSession(page, 'ana');
  const tag = uniqueTag();
  const desk = new Desk(page);
  await desk.makeOrders(tag, 2);
  await openDesk(page, tag, 2);

  await page.route('**/api/orders?*', (route) => route.fulfill({ status: 500, json: {} }));
  // The event makes the list reload.
  await desk.makeOrders(tag, 1);
  const failed = grid(page).locator('..').getByRole('alert').filter({ hasText: 'No se pudo actualizar la lista.' });
  await expect(failed).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await expectBelowLastRow(page, failed);
  await page.unroute('**/api/orders?*');
  await failed.getByRole('button', { name: 'Reintentar', exact: true }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(failed).toHaveCount(0);
});

test('a row opens its order at its own address, and gets the focus back', async ({ page }) => {
  await openSession(page, 'ana');
  const tag = uniqueTag();
  const [order] = await new Desk(page).makeOrders(tag, 1, { note: 'Segundo piso', collectDue: 4550 });
  await openDesk(page, tag, 1);
  await rows(page).first().focus();
  await page.keyboard.press('Enter');

  const side = page.getByRole('complementary', { name: `Orden ${order?.code ?? ''}`, exact: true });
  await expect(side.getByRole('list', { name: 'Historia' })).toContainText('Creada · Ana Torres');
  await expect(page).toHaveURL(new RegExp(`ver=${order?.id ?? ''}`));
  await expect(side.getByText('Segundo piso')).toBeVisible();
  await expect(side.getByText('S/ 45.50 contra entrega')).toBeVisible();
  await expect(side.getByText('Ubicación aproximada')).toBeVisible();
  await expect(side.getByRole('link', { name: '987 654 321' })).toHaveAttribute('href', 'tel:987654321');
  await expect(side.getByRole('link', { name: /por WhatsApp$/ })).toHaveAttribute('href', 'https://wa.me/51987654321');
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await expect(side).toHaveCount(0);
  await expect(rows(page).first()).toBeFocused();
  await expect(page).not.toHaveURL(/ver=/);
});
