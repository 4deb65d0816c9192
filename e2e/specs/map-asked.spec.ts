import { Desk, uniqueTag } from '../support/desk.ts';
import { reported } from '../support/reported.ts';
import { expect, openSession, test } from '../support/test.ts';

test('the map loads its own orders without loading the hidden table', async ({ page }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, 2);
  const asked: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    // Other tests change orders of the same office, which the map then reads again by id.
    if (url.pathname.startsWith('/api/orders') && !url.searchParams.has('ids')) asked.push(url);
  });
  await page.goto(`/map?estado=pendiente&buscar=${tag}`);
  const side = page.getByRole('complementary', { name: 'Órdenes y repartidores del mapa' });
  await expect(side.getByRole('list', { name: 'Órdenes del mapa' }).getByRole('listitem')).toHaveCount(2);
  await side.getByRole('button', { name: new RegExp(orders[0]?.code ?? '-') }).click();
  const panel = page.getByRole('complementary', { name: `Orden ${orders[0]?.code ?? ''}` });
  await expect(panel).toContainText('Av. de Prueba 1');
  await reported(page);
  const paths = asked.map(({ pathname }) => pathname);
  expect(paths).toContain('/api/orders/map');
  expect(paths).toContain(`/api/orders/${orders[0]?.id ?? ''}`);
  expect(paths).not.toContain('/api/orders');
});
