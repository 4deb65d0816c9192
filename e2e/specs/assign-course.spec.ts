import { chosen, Desk, openDesk, receipt, rows, uniqueTag } from '../support/desk.ts';
import { reported } from '../support/reported.ts';
import { expect, expectAccessible, openSession, test } from '../support/test.ts';

/* Long: each step waits for services that are busy with other tests. */
test.describe.configure({ timeout: 120_000 });

test('closes a delivery with its payment once despite double clicks, and corrects it', async ({ page }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, 1, { collectDue: 4590 });
  const id = orders[0]?.id ?? '';
  const courier = await desk.makeCourier(`${tag} Repartidora`);
  await desk.assign(orders, courier.id);
  await openDesk(page, tag, 1);
  const bar = chosen(page);
  const change = async (name: string | RegExp): Promise<void> => {
    await bar.getByRole('button', { name: 'Cambiar estado' }).click();
    await page.getByRole('menu').getByRole('menuitem', { name, exact: true }).click();
  };

  await rows(page).first().click();
  await change('Sale a ruta');
  await expect(rows(page).first()).toContainText('En ruta');
  // It stays selected with its new version, so that the next change is accepted.
  await expect(bar).toContainText('1 orden');
  await change('Entregada…');
  const closing = page.getByRole('dialog', { name: /Entregada/ });
  await closing.getByRole('button', { name: 'Marcar como entregada', exact: true }).click();
  await expect(closing.getByText('Seleccione cómo pagó', { exact: true })).toBeVisible();
  await expect(closing.getByRole('checkbox').first()).toBeFocused();
  await closing.getByRole('checkbox', { name: 'Yape', exact: true }).check();
  await expect(closing.getByText('Seleccione cómo pagó', { exact: true })).toBeHidden();
  await closing.getByLabel('Monto: Yape (S/)').fill('40.50');
  await closing.getByRole('button', { name: 'Pagó una parte', exact: true }).click();
  await expectAccessible(page);
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/assignments/close')) sent += 1;
  });
  await closing.getByRole('button', { name: 'Marcar como entregada', exact: true }).dblclick();
  await expect(rows(page).first()).toContainText('Entregada');
  await reported(page);
  expect(sent).toBe(1);
  expect((await desk.order(id)).collect).toEqual({
    due: 4590,
    payments: [{ means: 'yape', amount: 4050 }],
    difference: 'Pagó una parte',
  });

  const correcting = page.getByRole('dialog', { name: /^Corregir / });
  await change('Corregir…');
  await correcting.getByRole('radio', { name: 'Entregada, con otro cobro', exact: true }).check();
  await correcting.getByRole('checkbox', { name: 'Efectivo', exact: true }).check();
  await correcting.getByLabel('Monto: Yape (S/)').fill('20');
  await expect(correcting.getByLabel('Por qué no se cobró lo debido')).toBeHidden();
  await correcting.getByLabel('Qué estaba mal').fill('El resto fue en efectivo');
  await expectAccessible(page);
  await correcting.getByRole('button', { name: 'Corregir', exact: true }).click();
  await expect(correcting).toBeHidden();
  await expect
    .poll(async () => (await desk.order(id)).collect)
    .toEqual({
      due: 4590,
      payments: [
        { means: 'yape', amount: 2000 },
        { means: 'efectivo', amount: 2590 },
      ],
      difference: null,
    });

  await change('Corregir…');
  await correcting.getByRole('radio', { name: 'No entregada', exact: true }).check();
  await correcting.getByRole('radio', { name: 'Destinatario ausente', exact: true }).check();
  await correcting.getByRole('button', { name: 'Corregir', exact: true }).click();
  await expect(correcting.getByText('Escriba qué estaba mal', { exact: true })).toBeVisible();
  await expect(correcting.getByLabel('Qué estaba mal')).toBeFocused();
  await correcting.getByLabel('Qué estaba mal').fill('Se marcó la orden del vecino');
  await expect(correcting.getByText('Escriba qué estaba mal', { exact: true })).toBeHidden();
  await correcting.getByRole('button', { name: 'Corregir', exact: true }).click();
  await expect(rows(page).first()).toContainText('No entregada');
  const { timeline } = await desk.read<{ timeline: { what: string; why?: string }[] }>(`orders/${id}`);
  expect(timeline[0]).toMatchObject({ what: 'corregida', why: 'Se marcó la orden del vecino' });
});

test('proposes assignments and saves them only when confirmed', async ({ page }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, 3);
  await openDesk(page, tag, 3);
  await rows(page).first().focus();
  await page.keyboard.press('Control+a');
  await expect(chosen(page)).toContainText('3 órdenes');
  await page.keyboard.press('s');

  const plan = page.getByRole('dialog', { name: 'Reparto sugerido de 3 órdenes' });
  await expect(plan.getByRole('button', { name: 'Asignar 3 órdenes' })).toBeVisible();
  await plan.getByRole('region').getByRole('button', { expanded: false }).first().click();
  await expectAccessible(page);
  await plan.getByRole('button', { name: `Quitar ${orders[0]?.code ?? ''}`, exact: true }).click();
  await expect(plan.getByRole('region', { name: 'Queda 1 orden sin repartidor' })).toContainText('Las quitó usted');
  for (const { id } of orders) expect((await desk.order(id)).state).toBe('pendiente');

  await plan.getByRole('button', { name: 'Asignar 2 órdenes' }).click();
  await expect(receipt(page)).toContainText('2 órdenes asignadas');
  const states = await Promise.all(orders.map(async ({ id }) => (await desk.order(id)).state));
  expect(states).toEqual(['pendiente', 'asignada', 'asignada']);
});
