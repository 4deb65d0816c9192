import { chosen, Desk, openDesk, receipt, rows, uniqueTag } from '../support/desk.ts';
import { dispatch } from '../support/dispatch.ts';
import { expect, openSession, signIn, test } from '../support/test.ts';

test('Ctrl+A after a click on a chip selects the orders and no text', async ({ page }) => {
  await openSession(page, 'ana');
  const tag = uniqueTag();
  await new Desk(page).makeOrders(tag, 3, { note: 'Segundo piso' });
  await openDesk(page, tag, 3);
  await page.getByRole('group', { name: 'Avisos' }).getByRole('button', { name: 'Con nota' }).click();
  await expect(page).toHaveURL(/marca=con_nota/);
  await page.keyboard.press('Control+a');
  await expect(chosen(page)).toContainText('3 órdenes');
  expect(await page.evaluate(() => getSelection()?.toString() ?? '')).toBe('');

  // In the search it selects the text typed there.
  await dispatch.search(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(page).not.toHaveURL(/buscar=/);
});

test('Back undoes the last filter, tab and search, and then leaves the desk', async ({ page }) => {
  await signIn(page, 'ana', '/map');
  await page.locator('a[href="/assing"]').first().click();
  await expect(rows(page).first()).toBeVisible();
  await expect(page).toHaveURL('/assing');
  await page.getByRole('button', { name: 'Todas', exact: true }).click();
  await page.getByRole('group', { name: 'Avisos' }).getByRole('button', { name: 'Con nota' }).click();
  await dispatch.search(page).pressSequentially('rojas', { delay: 300 });
  await expect(page).toHaveURL(/marca=con_nota&buscar=rojas|buscar=rojas&marca=con_nota/);
  await page.goBack();
  await expect(page).toHaveURL(/marca=con_nota$/);
  await expect(dispatch.search(page)).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL('/assing?todas=1');
  await page.goForward();
  await expect(page).toHaveURL(/marca=con_nota$/);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/assing');
  await page.goBack();
  await expect(page).toHaveURL('/map');
});

test('a state change keeps the selection; Esc closes the receipt and then deselects', async ({ page }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, 2);
  const courier = await desk.makeCourier(`${tag} Repartidora`);
  await desk.assign(orders, courier.id);
  await openDesk(page, tag, 2);
  await rows(page).first().click();
  await rows(page).nth(1).click();
  const change = async (name: RegExp): Promise<void> => {
    await chosen(page).getByRole('button', { name: 'Cambiar estado', exact: true }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await change(/^Sale a ruta/);
  await expect(rows(page).filter({ hasText: 'En ruta' })).toHaveCount(2);
  await expect(chosen(page)).toContainText('2 órdenes');
  // The next change is accepted, as the selection has the new versions.
  await change(/^No entregada/);
  const closing = page.getByRole('dialog', { name: 'No entregada: 2 órdenes' });
  await closing.getByRole('radio', { name: 'No contesta', exact: true }).check();
  await closing.getByRole('button', { name: 'Marcar 2 como no entregadas' }).click();
  await expect(rows(page).filter({ hasText: 'No entregada' })).toHaveCount(2);
  await expect(chosen(page)).toContainText('2 órdenes');

  await expect(receipt(page)).toContainText('2 órdenes');
  await page.keyboard.press('Escape');
  await expect(receipt(page)).toHaveCount(0);
  await expect(chosen(page)).toContainText('2 órdenes');
  await page.keyboard.press('Escape');
  await expect(chosen(page)).toHaveCount(0);
});
