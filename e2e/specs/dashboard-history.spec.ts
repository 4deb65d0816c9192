import { Desk, uniqueTag } from '../support/desk.ts';
import { expect, expectAccessible, openSession, test } from '../support/test.ts';

test('the dashboard counts a day in one request and shows earlier events and minutes', async ({ page }) => {
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
  await page.clock.install();
  await page.goto('/dashboard');
  const today = page.getByRole('region', { name: '¿Terminamos hoy?' });
  const activity = page.getByRole('region', { name: 'Actividad' });
  const entry = activity.getByText(`asignó 2 órdenes a ${courier.name}`);

  await test.step('earlier events, and the counts of the day in one request', async () => {
    await expect(entry).toBeVisible();
    await expect(today.getByText(/órdenes$/)).toBeVisible();
    // It may refetch after changes of other tests, but never with one request per state.
    const parts = ['today', 'punctuality', 'couriers', 'money', 'clients', 'activity'];
    await expect.poll(() => new Set(counted)).toEqual(new Set(parts.map((name) => `/api/dashboard/${name}`)));
  });

  await test.step('a new event is added on top, without duplicates', async () => {
    await expect(page.getByRole('banner').getByText('En vivo', { exact: true })).toBeVisible();
    const second = await desk.makeCourier(`${tag} Otra`);
    await desk.assign(orders, second.id);
    await expect(async () => {
      // The list is renewed twice a minute while there are many changes.
      await page.clock.runFor(30_000);
      await expect(activity.getByText(`reasignó 2 órdenes a ${second.name}`)).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await expect(entry).toHaveCount(1);
  });

  const bar = page.getByRole('region', { name: 'Momento pasado' });
  const day = page.getByRole('region', { name: '¿Cómo iba el día?' });
  await test.step('a past minute, whose figure opens the orders of that minute', async () => {
    await page.getByRole('button', { name: 'Día anterior' }).click();
    await expect(page.getByText(/^Ayer, /)).toBeVisible();
    await page.getByRole('button', { name: 'Ver a las…' }).click();
    await expect(bar.getByText('Así estaba a las 12:00')).toBeVisible();
    const done = day.getByRole('link', { name: /^[1-9]\d* de \d+$/ });
    await expect(done).toBeVisible();
    await expect(page.getByRole('region', { name: 'Por atender' }).getByText(/^Sin datos de esa hora/)).toBeVisible();
    await expectAccessible(page, 'main');

    const [count = ''] = (await done.innerText()).split(' ');
    await done.click();
    const list = page.getByRole('dialog', { name: 'Órdenes a las 12:00' });
    await expect(list.getByRole('status')).toHaveText(count === '1' ? '1 orden' : `${count} órdenes`);
    await expect(list.getByRole('listitem')).toHaveCount(Number(count));
    await expectAccessible(page);
    await page.goBack();
    await expect(list).toHaveCount(0);
  });

  await test.step('an earlier minute has fewer closed orders, and its address shows the same', async () => {
    await bar.getByLabel('Hora', { exact: true }).fill('5:30');
    await page.keyboard.press('Enter');
    await expect(bar.getByText('Así estaba a las 05:30')).toBeVisible();
    const none = day.getByRole('link', { name: /^0 de \d+$/ });
    await expect(none).toBeVisible();
    await page.goto(`${page.url()}&pantalla=`);
    await expect(page.getByRole('navigation', { name: 'Secciones' })).toHaveCount(0);
    await expect(none).toBeVisible();
    await bar.getByRole('button', { name: 'Volver a ahora' }).click();
    await expect(today).toBeVisible();
    await expect(bar).toHaveCount(0);
  });
});
