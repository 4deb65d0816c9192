import { Desk, uniqueTag } from '../support/desk.ts';
import { expect, expectAccessible, openSession, test } from '../support/test.ts';

test('the dashboard shows earlier events, and counts the day in one request', async ({ page }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, 2);
  const courier = await desk.makeCourier(`${tag} Repartidor`);
  await desk.assign(orders, courier.id);
  const counted: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/orders') || pathname.startsWith('/api/dashboard')) counted.push(pathname);
  });

  await page.goto('/dashboard');
  const activity = page.getByRole('region', { name: 'Actividad' });
  const entry = activity.getByText(`asignó 2 órdenes a ${courier.name}`);
  await expect(entry).toBeVisible();
  await expect(page.getByRole('region', { name: '¿Terminamos hoy?' }).getByText(/órdenes$/)).toBeVisible();
  // It may refetch after changes of other tests, but never with one request per state.
  await expect
    .poll(() => new Set(counted))
    .toEqual(
      new Set([
        ...['today', 'punctuality', 'couriers', 'money', 'clients', 'activity'].map((name) => `/api/dashboard/${name}`),
      ]),
    );
  await expectAccessible(page);

  // New events are added on top, without duplicates.
  await expect(page.getByRole('banner').getByText('En vivo', { exact: true })).toBeVisible();
  const second = await desk.makeCourier(`${tag} Otra`);
  await desk.assign(orders, second.id);
  // Renewed twice a minute while much happens.
  await expect(activity.getByText(`reasignó 2 órdenes a ${second.name}`)).toBeVisible({ timeout: 40_000 });
  await expect(entry).toHaveCount(1);
});
