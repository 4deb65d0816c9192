import { type Page } from '@playwright/test';
import { Desk, openDesk, rows, uniqueTag } from '../support/desk.ts';
import { openOrderForm } from '../support/order-form.ts';
import { expect, expectAccessible, signIn, test } from '../support/test.ts';

/** Opening a section and creating orders is slow on a busy machine. */
test.describe.configure({ timeout: 90_000 });

const form = (page: Page) => page.getByRole('form', { name: 'Datos de la orden', exact: true });
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true });

test('a new order reports errors by field, keeps input, and is created once', async ({ page }) => {
  await signIn(page, 'ana', '/sesiones');
  const desk = new Desk(page);
  const tag = uniqueTag();
  await desk.makeOrders(tag, 1);
  await openDesk(page, tag, 1);
  await page.getByRole('button', { name: 'Nueva orden', exact: true }).click();
  await field(page, 'Destinatario').fill(`${tag} nueva`);
  await field(page, 'Cobro contra entrega (S/)').fill('gratis');
  await form(page).getByRole('button', { name: 'Crear orden', exact: true }).click();
  await expect(field(page, 'Dirección')).toBeFocused();
  await expect(field(page, 'Dirección')).toHaveAccessibleDescription('Escriba la dirección, hasta 240 letras');
  await expect(field(page, 'Cobro contra entrega (S/)')).toHaveAccessibleDescription(/monto en soles/);
  await expect(field(page, 'Destinatario')).toHaveValue(`${tag} nueva`);
  await expectAccessible(page);

  // Each error disappears as soon as its field is valid, and the focus does not move.
  await field(page, 'Dirección').fill('Jr. Puno 123');
  await expect(field(page, 'Dirección')).not.toHaveAttribute('aria-invalid');
  await expect(field(page, 'Dirección')).toBeFocused();
  await expect(field(page, 'Distrito')).toHaveAttribute('aria-invalid', 'true');
  await field(page, 'Distrito').fill('jesus mar');
  await form(page).getByRole('option', { name: 'Jesús María Lima', exact: true }).click();
  await expect(field(page, 'Distrito')).toHaveValue('Jesús María, Lima');
  await field(page, 'Cliente').fill('Boticas de prueba');
  await field(page, 'Cobro contra entrega (S/)').fill('1,234.50');
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/orders') posts.push(request.url());
  });
  await form(page).getByRole('button', { name: 'Crear orden', exact: true }).dblclick();

  await expect(page.getByRole('complementary', { name: /^Orden D/ })).toContainText('S/ 1,234.50 contra entrega');
  expect(posts).toHaveLength(1);
  await expect(rows(page)).toHaveCount(2);
});

test('a changed form asks before it closes', async ({ page }) => {
  await signIn(page, 'ana', '/sesiones');
  const tag = uniqueTag();
  const [order] = await new Desk(page).makeOrders(tag, 1);
  await openDesk(page, tag, 1);
  await page.getByRole('button', { name: 'Nueva orden', exact: true }).click();
  await field(page, 'Dirección').fill('Jr. Puno 123');
  await rows(page).first().getByRole('link').click();
  const question = page.getByRole('dialog', { name: 'Hay cambios sin guardar' });
  await question.getByRole('button', { name: 'Cancelar', exact: true }).click();
  await expect(question).toHaveCount(0);
  await expect(field(page, 'Dirección')).toHaveValue('Jr. Puno 123');
  await rows(page).first().getByRole('link').click();
  await question.getByRole('button', { name: 'Salir sin guardar', exact: true }).click();
  await expect(page.getByRole('complementary', { name: `Orden ${order?.code ?? ''}`, exact: true })).toBeVisible();
});

test('finds a client by name, code or RUC, and reports a duplicate reference', async ({ page, watched }) => {
  watched.expectConsole(/^Failed to load resource: the server responded with a status of 409 /);
  watched.expectConsole(/^Http failure response for \S+\/api\/orders\S*: 409 /);
  await signIn(page, 'ana', '/sesiones');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const clients = await page.request.get('/api/clients');
  const [client, other] = (await clients.json()) as { id: string; code: string; name: string; taxId: string }[];
  if (!client || !other) throw new Error('No clients to send for');
  const [first] = await desk.makeOrders(tag, 1, {
    client: { id: null, name: client.taxId, phone: null },
    clientReference: tag,
  });
  await openDesk(page, tag, 1);
  await page.getByRole('button', { name: 'Nueva orden', exact: true }).click();
  await field(page, 'Destinatario').fill(`${tag} nueva`);
  await field(page, 'Dirección').fill('Jr. Puno 123');
  await field(page, 'Distrito').fill('jesus mar');
  await form(page).getByRole('option', { name: 'Jesús María Lima', exact: true }).click();
  // Clients with orders in the office are suggested while typing.
  await field(page, 'Cliente').fill(client.name.slice(0, 6));
  await expect(form(page).getByRole('option', { name: client.name, exact: true })).toBeVisible();
  await field(page, 'Cliente').fill(client.name.toLowerCase());
  await field(page, 'Referencia del cliente').fill(tag);
  await form(page).getByRole('button', { name: 'Crear orden', exact: true }).click();
  await expect(field(page, 'Referencia del cliente')).toBeFocused();
  await expect(field(page, 'Referencia del cliente')).toHaveAccessibleDescription(
    `Ese cliente ya tiene la orden ${first?.code ?? ''} con esa referencia`,
  );
  await expect(form(page).getByRole('alert')).toHaveCount(0);
  await expect(rows(page)).toHaveCount(1);

  await field(page, 'Referencia del cliente').fill(`${tag}-2`);
  await field(page, 'Cliente').fill(client.code);
  await form(page).getByRole('button', { name: 'Crear orden', exact: true }).click();
  const detail = page.getByRole('complementary', { name: /^Orden D/ });
  await expect(detail).toContainText(client.name);
  await expect(rows(page)).toHaveCount(2);

  // Another name is another client, also if the order had a client.
  await page.goto(`/assing?todas=1&buscar=${tag}&editar=${first?.id ?? ''}`);
  await field(page, 'Cliente').fill('Otra empresa S.A.C.');
  await form(page).getByRole('button', { name: 'Guardar cambios', exact: true }).click();
  await expect(detail).toContainText('Otra empresa S.A.C.');
  expect(await desk.order(first?.id ?? '')).toMatchObject({ client: { id: null, name: 'Otra empresa S.A.C.' } });
  await page.goto(`/assing?todas=1&buscar=${tag}&editar=${first?.id ?? ''}`);
  await field(page, 'Cliente').fill(other.code);
  await form(page).getByRole('button', { name: 'Guardar cambios', exact: true }).click();
  await expect(detail).toContainText(other.name);
  expect(await desk.order(first?.id ?? '')).toMatchObject({ client: { id: other.id, name: other.name } });
});

test('an edit conflict shows both versions and can overwrite', async ({ page, watched }) => {
  watched.expectConsole(/^Failed to load resource: the server responded with a status of 409 /);
  watched.expectConsole(/^Http failure response for \S+\/api\/orders\/\d+\S*: 409 /);
  const { desk, order } = await openOrderForm(page);
  const { id } = order;
  await field(page, 'Dirección').fill('Jr. Cusco 7');
  await field(page, 'Nota').fill('la mía');

  await desk.send(`orders/${id}`, { version: order.version, changes: { note: 'la otra', packages: 3 } }, 'PATCH');
  await form(page).getByRole('button', { name: 'Guardar cambios', exact: true }).click();
  const sides = form(page).getByRole('alert', { name: 'Otra persona cambió la orden' });
  // The versions are above the fields, out of view of the save button, so the focus moves there.
  await expect(sides).toBeFocused();
  await expect(sides).toBeInViewport();
  await expect(sides.getByRole('row', { name: 'Nota la mía la otra', exact: true })).toBeVisible();
  await expect(sides.getByRole('row', { name: 'Bultos 1 3', exact: true })).toBeVisible();

  await sides.getByRole('button', { name: 'Guardar lo mío encima', exact: true }).click();
  await expect(page.getByRole('complementary', { name: `Orden ${order.code}`, exact: true })).toContainText('la mía');
  // Fields that only the colleague changed keep the colleague's values.
  expect(await desk.order(id)).toMatchObject({ note: 'la mía', packages: 3, place: { address: 'Jr. Cusco 7' } });
});
