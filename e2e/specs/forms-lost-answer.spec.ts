import { openOrderForm } from '../support/order-form.ts';
import { expect, test } from '../support/test.ts';

/** Done, but the response is lost. */
const LOST = { kind: 'lost' } as const;

test.beforeEach(({ watched }) => {
  watched.expectConsole(/status of (502|409) .*\/api\/(orders|couriers)\/\d+/);
  watched.expectConsole(/Http failure response for .*\/api\/(orders|couriers)\/\d+.*: (502|409) /);
});

test('an order and a courier are saved once, without conflict, if a response is lost', async ({ page, app }) => {
  const { desk, order, tag } = await openOrderForm(page);
  const { id } = order;
  const form = page.getByRole('form', { name: 'Datos de la orden', exact: true });
  await form.getByLabel('Nota', { exact: true }).fill('Tocar fuerte');
  await form.getByLabel('Cobro contra entrega (S/)', { exact: true }).fill('45');

  app.faults.fail(new RegExp(`/operations/orders/${id}`), LOST, 1);
  await form.getByRole('button', { name: 'Guardar cambios', exact: true }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  await expect(form.getByLabel('Nota', { exact: true })).toHaveValue('Tocar fuerte');
  await form.getByRole('button', { name: 'Guardar cambios', exact: true }).click();

  const shown = page.getByRole('complementary', { name: `Orden ${order.code}`, exact: true });
  await expect(shown).toContainText('Tocar fuerte');
  await expect(shown).toContainText('S/ 45.00 contra entrega');
  const { timeline } = await desk.read<{ timeline: { what: string }[] }>(`orders/${id}`);
  expect(timeline.map(({ what }) => what)).toEqual(['editada', 'creada']);

  const { id: courierId, name, version } = await desk.makeCourier(`${tag} Repartidora`);
  await page.goto(`/assing?todas=1&buscar=${tag}`);
  await page.getByRole('button', { name: 'Administrar repartidores', exact: true }).click();
  const place = page.getByRole('dialog', { name: 'Repartidores de la oficina' });
  await place.getByRole('textbox', { name: 'Buscar repartidor', exact: true }).fill(name);
  await place.getByRole('button', { name: `Editar a ${name}`, exact: true }).click();
  const courier = place.getByRole('form', { name: `Datos de ${name}` });
  await courier.getByLabel('Placa').fill('ABC-123');

  app.faults.fail(new RegExp(`/operations/couriers/${courierId}`), LOST, 1);
  await courier.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(courier.getByRole('alert')).toBeVisible();
  await courier.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(courier).toHaveCount(0);
  const couriers = await desk.read<{ id: string; version: number; plate: string | null }[]>('couriers');
  expect(couriers.find((each) => each.id === courierId)).toMatchObject({ version: version + 1, plate: 'ABC-123' });
});
