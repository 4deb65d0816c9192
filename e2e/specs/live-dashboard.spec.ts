import { Desk, rows, uniqueTag } from '../support/desk.ts';
import { dispatch } from '../support/dispatch.ts';
import { expect, expectAccessible, signIn, test } from '../support/test.ts';

test('the dashboard counts what its lists show, and describes events in words', async ({ page }) => {
  await signIn(page, 'ana', '/dashboard');
  const today = page.getByRole('region', { name: '¿Terminamos hoy?' });
  await expect(today.getByRole('link', { name: /^[\d,]+.*Pendientes$/ })).toBeVisible();
  const activity = page.getByRole('region', { name: 'Actividad' });
  await expect(page.getByRole('banner').getByText('En vivo', { exact: true })).toBeVisible();

  const tag = uniqueTag();
  const desk = new Desk(page);
  const orders = await desk.makeOrders(tag, 2);
  const courier = await desk.makeCourier(`${tag} Repartidor`);
  await desk.assign(orders, courier.id);
  // Renewed twice a minute while much happens.
  await expect(activity.getByText(`asignó 2 órdenes a ${courier.name}`)).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);

  // Other tests create orders between the two reads, so the list is compared with its own count.
  await today.getByRole('link', { name: /^[\d,]+.*Asignadas$/ }).click();
  await expect(page).toHaveURL(/\/assing\?oficina=LIMA&estado=asignada&desde=hoy&hasta=hoy$/);
  await expect(dispatch.count(page)).toHaveText(/^\d[\d,]* órdenes$/);
  await dispatch.search(page).fill(tag);
  await expect(rows(page)).toHaveCount(2);
});

test('a widget is hidden without its module, and its figures are plain text without the orders module', async ({
  page,
}) => {
  await signIn(page, 'luis', '/dashboard');
  const today = page.getByRole('region', { name: '¿Terminamos hoy?' });
  await expect(today.getByRole('link', { name: /Pendientes$/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Actividad' })).toHaveCount(0);
  // The same person without U01, in the form the gateway would answer.
  const refused: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/orders')) refused.push(request.url());
  });
  await page.route('**/api/auth/session', async (route) => {
    const response = await route.fetch();
    const view = (await response.json()) as { permissionsList: { module: string }[] };
    view.permissionsList = view.permissionsList.filter(({ module }) => module !== 'U01');
    await route.fulfill({ response, json: view });
  });
  await page.reload();
  await expect(today.getByText('Pendientes', { exact: true })).toBeVisible();
  await expect(today.getByRole('link')).toHaveCount(0);
  expect(refused).toEqual([]);
});
