import { type Page } from '@playwright/test';
import { Desk, findOrders, openDesk, rows, uniqueTag } from '../support/desk.ts';
import { navigate } from '../support/navigate.ts';
import { expect, expectAccessible, openSession, test } from '../support/test.ts';

const head = (page: Page, name: string) =>
  page.getByRole('grid', { name: 'Órdenes', exact: true }).getByRole('columnheader', { name, exact: true });
const window = (page: Page) => page.getByRole('dialog', { name: 'Filtros', exact: true });
const group = (page: Page, name: string) => window(page).getByRole('group', { name, exact: true });
const taken = (page: Page, name: string) =>
  page
    .getByRole('group', { name: 'Filtros puestos', exact: true })
    .getByRole('button', { name: `Quitar ${name}`, exact: true });

/** Expects exactly the rows with these numbers, in this order. */
const expectRows = (page: Page, tag: string, ...numbers: number[]) =>
  expect(rows(page)).toHaveText(numbers.map((number) => new RegExp(`${tag} ${number}(?!\\d)`)));

test('a header sorts; «Filtros» includes and excludes couriers, clients and districts', async ({ page }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const [sorted, tag] = [uniqueTag(), uniqueTag()];
  for (const number of [2, 3, 1])
    await desk.makeOrders(sorted, 1, { recipient: { name: `${sorted} ${number}`, phone: null } });
  const clients = await page.request.get('/api/clients');
  const [client] = (await clients.json()) as { id: string; name: string }[];
  if (!client) throw new Error('No clients to send for');
  const courier = await desk.makeCourier(`Repartidora ${tag}`);
  const make = async (number: number, more: object = {}) =>
    desk.makeOrders(tag, 1, { recipient: { name: `${tag} ${number}`, phone: null }, ...more });
  const given = await make(1);
  await make(2, { place: { address: 'Jr. Cusco 7', reference: null, ubigeo: '150101', point: null } });
  const tomorrow = new Date(Date.now() + 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'America/Lima' });
  await make(3, { date: tomorrow });
  await make(4, { client: { id: null, name: client.name, phone: null } });
  await desk.assign(given, courier.id);
  await openDesk(page, sorted, 3);

  await test.step('a click anywhere on a column header sorts, and the address restores it', async () => {
    await expect(head(page, 'Orden')).toHaveAttribute('aria-sort', 'ascending');
    await expectRows(page, sorted, 2, 3, 1);

    // At the far end of the header, not on its text.
    const cell = await head(page, 'Destinatario').boundingBox();
    if (!cell) throw new Error('No such head');
    await head(page, 'Destinatario').click({ position: { x: cell.width - 3, y: cell.height - 3 } });
    await expect(page).toHaveURL(/[?&]orden=destinatario(&|$)/);
    await expect(head(page, 'Destinatario')).toHaveAttribute('aria-sort', 'ascending');
    await expect(head(page, 'Orden')).toHaveAttribute('aria-sort', 'none');
    await expectRows(page, sorted, 1, 2, 3);
    await head(page, 'Destinatario').click();
    await expect(page).toHaveURL(/[?&]orden=-destinatario(&|$)/);
    await expectRows(page, sorted, 3, 2, 1);
    // The address alone restores it.
    await navigate(page, `/assing?todas=1&buscar=${sorted}&orden=destinatario`);
    await expect(head(page, 'Destinatario')).toHaveAttribute('aria-sort', 'ascending');
    await expectRows(page, sorted, 1, 2, 3);
  });

  await test.step('includes and excludes a courier, a client and a district', async () => {
    await findOrders(page, tag, 4);
    await page.getByRole('button', { name: 'Filtros', exact: true }).click();
    await expectAccessible(page);

    // A courier: include, exclude, then neither.
    await window(page).getByLabel('Buscar repartidor', { exact: true }).fill(tag);
    const chip = group(page, 'Repartidor').getByRole('button', { name: courier.name });
    await chip.click();
    await expect(page).toHaveURL(new RegExp(`[?&]repartidor=${courier.id}(&|$)`));
    await expectRows(page, tag, 1);

    // A client without an order in view.
    await window(page).getByLabel('Buscar cliente', { exact: true }).fill(client.name.toUpperCase());
    const sender = group(page, 'Cliente').getByRole('button', { name: client.name });
    await sender.click();
    await expect(page).toHaveURL(new RegExp(`[?&]cliente=${client.id}(&|$)`));
    await expect(rows(page)).toHaveCount(0);

    await chip.click();
    await expect(page).toHaveURL(new RegExp(`[?&]no_repartidor=${courier.id}(&|$)`));
    await expectRows(page, tag, 4);
    await sender.click();
    await expect(page).toHaveURL(new RegExp(`[?&]no_cliente=${client.id}(&|$)`));
    await expectRows(page, tag, 2, 3);

    const district = group(page, 'Distrito').getByRole('button', { name: /^Miraflores(?! \()/ });
    await window(page).getByLabel('Buscar distrito', { exact: true }).fill('miraflores');
    await district.click();
    await expect(page).toHaveURL(/[?&]distrito=150122(&|$)/);
    await expectRows(page, tag, 3);
    await district.click();
    await expect(page).toHaveURL(/[?&]no_distrito=150122(&|$)/);
    await expectRows(page, tag, 2);
    await page.keyboard.press('Escape');
    await expect(window(page)).toHaveCount(0);
  });

  await test.step('each chip is named after its filter and removed by a click', async () => {
    await taken(page, 'Sin distrito: Miraflores').click();
    await expect(page).not.toHaveURL(/distrito=/);
    await expectRows(page, tag, 2, 3);
    await taken(page, `Sin cliente: ${client.name}`).click();
    await expect(page).not.toHaveURL(/cliente=/);
    await expectRows(page, tag, 2, 3, 4);
    await taken(page, `Sin repartidor: ${courier.name}`).click();
    await expect(page).not.toHaveURL(/repartidor=/);
    await expectRows(page, tag, 1, 2, 3, 4);
  });

  await test.step('filters by days', async () => {
    await page.getByRole('button', { name: 'Filtros', exact: true }).click();
    await window(page).getByRole('button', { name: 'Mañana', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`[?&]desde=manana(&|$)`));
    await expect(page).toHaveURL(new RegExp(`[?&]hasta=manana(&|$)`));
    await expectRows(page, tag, 3);
    await window(page).getByLabel('Desde', { exact: true }).fill('');
    await window(page).getByLabel('Hasta', { exact: true }).fill('');
    await expect(page).not.toHaveURL(/[?&](desde|hasta)=/);
    await expectRows(page, tag, 1, 2, 3, 4);
  });
});
