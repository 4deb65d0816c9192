import { type Page } from '@playwright/test';
import { Desk, openDesk, rows, uniqueTag } from '../support/desk.ts';
import { openOrderForm } from '../support/order-form.ts';
import { reported } from '../support/reported.ts';
import { expect, expectAccessible, openSession, test } from '../support/test.ts';

const form = (page: Page) => page.getByRole('form', { name: 'Datos de la orden', exact: true });
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true });

test('a new order reports errors by field, keeps input, and is created once', async ({ page }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  await desk.makeOrders(tag, 1);
  await openDesk(page, tag, 1);
  await page.getByRole('button', { name: 'Nueva orden', exact: true }).click();
  await field(page, 'Destinatario').fill(`${tag} nueva`);
  await field(page, 'Cobro contra entrega (S/)').fill('gratis');
  await form(page).getByRole('button', { name: 'Crear orden', exact: true }).click();
  await expect(field(page, 'Dirección')).toBeFocused();
  await expect(field(page, 'Dirección')).toHaveAccessibleDescription('Escriba la dirección, hasta 240 caracteres');
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
  await reported(page);
  expect(posts).toHaveLength(1);
  await expect(rows(page)).toHaveCount(2);
});

test('an order for Callao is created by form and found by its district', async ({ page }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  await desk.makeOrders(tag, 1);
  await openDesk(page, tag, 1);
  await page.getByRole('button', { name: 'Nueva orden', exact: true }).click();
  await field(page, 'Destinatario').fill(`${tag} Callao`);
  await field(page, 'Dirección').fill('Av. La Marina 12');
  await field(page, 'Distrito').fill('la perla');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Distrito')).toHaveValue('La Perla, Callao');
  await field(page, 'Cliente').fill('Boticas de prueba');
  await form(page).getByRole('button', { name: 'Crear orden', exact: true }).click();
  await expect(page.getByRole('complementary', { name: /^Orden D/ })).toContainText('La Perla');
  await page.getByRole('textbox', { name: 'Buscar orden', exact: true }).fill(`${tag} la perla`);
  await expect(rows(page)).toHaveText([new RegExp(`${tag} Callao`)]);
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

  await sides.getByRole('button', { name: 'Guardar mi versión', exact: true }).click();
  await expect(page.getByRole('complementary', { name: `Orden ${order.code}`, exact: true })).toContainText('la mía');
  // Fields that only the colleague changed keep the colleague's values.
  expect(await desk.order(id)).toMatchObject({ note: 'la mía', packages: 3, place: { address: 'Jr. Cusco 7' } });
});
