import { type Page } from '@playwright/test';
import { receipt, rows } from '../desk.ts';
import { button, choose, chooseOnTheWay, dialog, openState, withOrders } from './desk-actions.ts';
import { expect } from './patient-expect.ts';
import { deskScene } from './scene.ts';

const form = (page: Page) => page.getByRole('form', { name: 'Datos de la orden' });

const pin = (page: Page) => button(form(page), 'Pin de la ubicación');

/** Opens the form of an order with only a district, at its map. */
async function openPlace(page: Page): Promise<void> {
  const { tag, ids } = await withOrders(page, 1);
  await page.goto(`/assing?todas=1&buscar=${tag}&editar=${ids[0] ?? ''}`);
  await pin(page).waitFor();
  await form(page)
    .getByRole('application')
    .evaluate((map) => {
      map.scrollIntoView({ block: 'center' });
    });
}

/** Assigns the first orders of the table to the first courier of the list. */
async function assignFirst(page: Page, count: number): Promise<void> {
  await choose(page, count);
  await page.keyboard.press('a');
  await dialog(page).getByRole('combobox').fill('a');
  await dialog(page).getByRole('option').first().click();
  await receipt(page).waitFor();
}

const PENDING = '&estado=pendiente';

/** Actions on orders: forms, dialogs, receipts. */
export const ORDERS = [
  deskScene(
    'assign',
    async (page) => {
      await choose(page, 4);
      await page.keyboard.press('a');
      await dialog(page).getByRole('option').first().waitFor();
    },
    PENDING,
  ),
  deskScene(
    'suggest',
    async (page) => {
      await choose(page, 8);
      await page.keyboard.press('s');
      await button(dialog(page), /^Asignar \d/).waitFor();
      await dialog(page).getByRole('region').getByRole('button', { expanded: false }).first().click();
    },
    PENDING,
  ),
  deskScene('new-order', (page) => form(page).waitFor(), '&nueva=1'),
  deskScene(
    'new-order-errors',
    async (page) => {
      await page.getByLabel('Cobro contra entrega (S/)').fill('gratis');
      await button(page, 'Crear orden').click();
    },
    '&nueva=1',
  ),
  deskScene('pin-guess', openPlace),
  deskScene('pin-moved', async (page) => {
    await openPlace(page);
    await pin(page).focus();
    await page.keyboard.press('ArrowRight');
  }),
  deskScene('conflict', async (page) => {
    const { desk, tag, ids } = await withOrders(page, 1);
    const [id = ''] = ids;
    await page.goto(`/assing?todas=1&buscar=${tag}&editar=${id}`);
    await form(page).getByLabel('Nota', { exact: true }).fill('Llamar al llegar');
    const { version } = await desk.order(id);
    await desk.send(`orders/${id}`, { version, changes: { note: 'Dejar en portería', packages: 3 } }, 'PATCH');
    await button(form(page), 'Guardar cambios').click();
    await form(page)
      .getByRole('alert', { name: /cambió la orden/ })
      .waitFor();
  }),
  deskScene('close-paid', async (page) => {
    await withOrders(page, 1, true, { collectDue: 4590 });
    await chooseOnTheWay(page, 1);
    await openState(page, /^Entregada/);
  }),
  deskScene('close-reason', async (page) => {
    await withOrders(page, 2, true);
    await chooseOnTheWay(page, 2);
    await openState(page, /^No entregada/);
  }),
  deskScene('close-route', async (page) => {
    const { desk, ids } = await withOrders(page, 8, true, { collectDue: 4590 });
    const courier = (await desk.order(ids[0] ?? '')).courier?.id ?? '';
    await page.goto(`/assing?cierre=${courier}`);
    const row = (place: number) => page.getByRole('row', { name: new RegExp(`^Parada ${place},`) });
    await row(1).focus();
    await page.keyboard.press('d');
    await row(2).focus();
    await page.keyboard.press('y');
    await row(3).focus();
    await page.keyboard.press('n');
    await page.keyboard.press('2');
    await row(5).focus();
    await page.keyboard.press('n');
  }),
  deskScene('correct-many', async (page) => {
    const { desk, ids } = await withOrders(page, 4, true, { collectDue: 4590 });
    const orders = await Promise.all(ids.map((id) => desk.order(id)));
    await desk.close(orders, { to: 'entregada', payments: [{ means: 'yape', amount: 4590 }] });
    await expect(rows(page).filter({ hasText: 'Entregada' })).toHaveCount(4);
    await choose(page, 4);
    await openState(page, /^Corregir/);
    await dialog(page)
      .getByRole('radio', { name: /^Entregada/ })
      .click();
  }),
  deskScene(
    'correct',
    async (page) => {
      await choose(page, 1);
      await openState(page, /^Corregir/);
    },
    '&estado=entregada',
  ),
  deskScene(
    'cancel',
    async (page) => {
      await choose(page, 2);
      await openState(page, /^Anular/);
    },
    PENDING,
  ),
  deskScene('receipt', async (page) => {
    await withOrders(page, 1);
    await assignFirst(page, 1);
    await expect(receipt(page)).toContainText('1 orden asignada');
  }),
  deskScene('receipt-refused', async (page) => {
    const { desk, ids } = await withOrders(page, 3);
    const first = await desk.order(ids[0] ?? '');
    await page.route(
      '**/api/assignments?*',
      async (route) => {
        await desk.send(`orders/${first.id}`, { version: first.version, changes: { note: 'ya' } }, 'PATCH');
        await route.continue();
      },
      { times: 1 },
    );
    await assignFirst(page, 3);
    await expect(receipt(page)).toContainText('sin cambiar');
  }),
];
