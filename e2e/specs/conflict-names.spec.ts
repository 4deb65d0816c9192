import { type Route } from '@playwright/test';
import { Desk, uniqueTag } from '../support/desk.ts';
import { expect, openSession, test } from '../support/test.ts';

test('an edit conflict names the colleague and the time, for orders and couriers', async ({
  page,
  browser,
  app,
  watched,
}) => {
  watched.expectConsole(/status of 409 .*\/api\/(orders|couriers)\/\d+/);
  watched.expectConsole(/Http failure response for .*\/api\/(orders|couriers)\/\d+.*: 409 /);
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const [order] = await desk.makeOrders(tag, 1);
  const { id, name, version } = await desk.makeCourier(`${tag} Repartidora`);
  const other = await browser.newContext({ baseURL: app.url });
  const otherPage = await other.newPage();
  await openSession(otherPage, 'luis');
  const luis = new Desk(otherPage);

  await page.goto(`/assing?todas=1&buscar=${tag}&editar=${order?.id ?? ''}`);
  const form = page.getByRole('form', { name: 'Datos de la orden', exact: true });
  await form.getByLabel('Nota', { exact: true }).fill('la mía');
  await luis.send(`orders/${order?.id ?? ''}`, { version: order?.version, changes: { note: 'la otra' } }, 'PATCH');
  await form.getByRole('button', { name: 'Guardar cambios', exact: true }).click();
  await expect(form.getByRole('alert', { name: 'Otra persona cambió la orden' })).toContainText(
    /Luis Quispe.* cambió esta orden hace \d+ (s|min), mientras usted la editaba/,
  );
  await form.getByRole('button', { name: 'Usar la otra versión', exact: true }).click();

  await page.goto(`/assing?todas=1&buscar=${tag}`);
  await page.getByRole('button', { name: 'Administrar repartidores', exact: true }).click();
  const place = page.getByRole('dialog', { name: 'Repartidores de la oficina' });
  await place.getByRole('textbox', { name: 'Buscar repartidor', exact: true }).fill(name);
  await place.getByRole('button', { name: `Editar a ${name}`, exact: true }).click();
  const courier = place.getByRole('form', { name: `Datos de ${name}` });
  await courier.getByLabel('Capacidad (órdenes)').fill('44');
  // Luis saves first.
  const intervene = async (route: Route): Promise<void> => {
    await luis.send(`couriers/${id}`, { version, changes: { capacityOrders: 55 } }, 'PATCH');
    await route.continue();
  };
  await page.route(`**/api/couriers/${id}?*`, intervene, { times: 1 });
  await courier.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(courier.getByRole('alert')).toContainText(
    /Luis Quispe.* guardó cambios hace \d+ (s|min), mientras usted editaba\./,
  );
  await expect(courier.getByRole('alert')).toContainText('ahora dice «55»; usted escribió «44»');
  await other.close();
});
