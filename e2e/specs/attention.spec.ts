import { Desk, uniqueTag } from '../support/desk.ts';
import { expect, expectAccessible, signIn, test } from '../support/test.ts';

/** An order of today that has been late since one minute past midnight. */
const LATE = { window: { from: '00:00', to: '00:01' } };
/** An office is searched some seconds after an event. */
const SOON = { timeout: 20_000 };

test('a late order is taken by keyboard, and its line closes by itself', async ({ page }) => {
  await signIn(page, 'ana', '/dashboard');
  const desk = new Desk(page);
  const [order] = await desk.makeOrders(uniqueTag(), 1, LATE);
  if (!order) throw new Error('no order');
  const card = page.getByRole('region', { name: 'Por atender' });
  await card.getByRole('link', { name: /abiertas?\b/ }).click();
  const all = page.getByRole('dialog', { name: 'Por atender' });
  const line = all.getByRole('list', { name: 'Por atender' }).getByRole('listitem').filter({ hasText: order.code });
  await expect(line).toContainText(/Atrasada|sin/, SOON);
  await expectAccessible(page);

  await line.focus();
  await page.keyboard.press('e');
  await expect(line.getByText('Usted', { exact: true })).toBeVisible();
  await expect(all.getByRole('status')).toContainText(/ suyas?/);

  await desk.send('assignments/cancel', { why: 'Prueba terminada', orders: [{ id: order.id, version: 1 }] });
  await expect(line).toHaveCount(0, SOON);
  const { acts } = await desk.endedLine(order);
  expect(acts).toMatchObject([{ act: 'tomar', by: { user: 'Ana Torres Villanueva' } }]);
  await expect(all.getByRole('region', { name: 'Resueltas hace poco' }).getByRole('listitem').first()).toBeVisible();

  await all.getByRole('button', { name: 'Historia', exact: true }).click();
  await expect(
    all.getByRole('list', { name: 'Historia de «Por atender»' }).getByRole('listitem').first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(all).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Dashboard ?, [\d,]+ por atender$/ })).toBeVisible();
});
