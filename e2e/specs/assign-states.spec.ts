import { type Page } from '@playwright/test';
import { chosen, Desk, findOrders, type MadeOrder, openDesk, receipt, rows, uniqueTag } from '../support/desk.ts';
import { WITH_MOTION } from '../support/motion.ts';
import { openCouriers, openDeskMenu } from '../support/scenes/desk-actions.ts';
import { expect, openSession, test } from '../support/test.ts';

test.use(WITH_MOTION);

/* Long: each step waits for services that are busy with other tests. */
test.describe.configure({ timeout: 240_000 });

type Some = readonly (MadeOrder | undefined)[];

const rowOf = (page: Page, order: MadeOrder | undefined) => rows(page).filter({ hasText: order?.code ?? '-' });

const choices = (page: Page) => page.getByRole('menu').getByRole('menuitem');

/** Opens the menu of state changes for the chosen orders. */
const openStates = (page: Page): Promise<void> =>
  chosen(page).getByRole('button', { name: 'Cambiar estado', exact: true }).click();

/** Chooses orders in the table and an action of the menu. */
async function change(page: Page, orders: Some, way: string): Promise<void> {
  for (const order of orders) await rowOf(page, order).click();
  await openStates(page);
  await choices(page)
    .and(page.getByRole('menuitem', { name: way, exact: true }))
    .click();
}

/** Waits for the receipt of an action and closes it. */
async function expectDone(page: Page, title: string, summary: string): Promise<void> {
  await expect(receipt(page).getByRole('heading')).toContainText(title);
  await expect(receipt(page)).toContainText(summary);
  await receipt(page).getByRole('button', { name: 'Cerrar la constancia', exact: true }).click();
  // Changed orders stay selected.
  await page.keyboard.press('Escape');
  await expect(chosen(page)).toHaveCount(0);
}

/** Changes orders by the API, to set up a test. */
async function send(desk: Desk, orders: Some, path: string, body: object): Promise<void> {
  const now = await Promise.all(orders.map((order) => desk.order(order?.id ?? '')));
  await desk.send(path, { ...body, orders: now.map(({ id, version }) => ({ id, version })) });
}

const bring = (desk: Desk, orders: Some, to: string): Promise<void> => send(desk, orders, 'assignments/state', { to });

const side = (page: Page) => page.getByRole('group', { name: 'Panel lateral' });
const pressed = (page: Page) => side(page).getByRole('button', { pressed: true });

test('reverses states, retires a courier, edits reasons, and fits the side panes', async ({ page }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);

  await test.step('reverses states: unassign, new visit, return to sender, cancel, correct', async () => {
    const tag = uniqueTag();
    const orders = await desk.makeOrders(tag, 5);
    const courier = await desk.makeCourier(`${tag} Repartidora`);
    const [one, two, again, returned, cancelled] = orders;
    const failed = [again, returned];
    await desk.assign(orders.slice(0, 4), courier.id);
    await bring(desk, failed, 'en_ruta');
    await desk.close(failed, { to: 'no_entregada', reason: 'no_contesta' });
    await openDesk(page, tag, 5);

    await change(page, [one, two], 'Quitar el repartidor (2 de 2)');
    await expectDone(page, 'Quitar el repartidor', '2 órdenes cambiadas');
    for (const order of [one, two]) {
      await expect(rowOf(page, order)).toContainText('Sin asignar');
      await expect(rowOf(page, order)).toContainText('Pendiente');
    }

    await change(page, [again], 'Nueva visita…');
    const visiting = page.getByRole('dialog', { name: `Nueva visita: ${again?.code ?? ''}` });
    await visiting.getByRole('button', { name: 'Hoy', exact: true }).click();
    await visiting.getByRole('button', { name: /^Nueva visita el / }).click();
    await expectDone(page, 'Nueva visita el', '1 orden cambiada');
    await expect(rowOf(page, again)).toContainText('Pendiente');
    await expect(rowOf(page, again).getByRole('img', { name: 'Visita 2' })).toBeVisible();

    await change(page, [returned], 'En devolución');
    await expectDone(page, 'Pasar a «En devolución»', '1 orden cambiada');
    await change(page, [returned], 'Devuelta');
    await expectDone(page, 'Pasar a «Devuelta»', '1 orden cambiada');
    await expect(rowOf(page, returned)).toContainText('Devuelta');

    await change(page, [cancelled], 'Anular…');
    const cancelling = page.getByRole('dialog', { name: '¿Anular 1 orden?' });
    await cancelling.getByRole('button', { name: 'Anular 1 orden', exact: true }).click();
    await expect(cancelling.getByText('Escriba por qué se anula', { exact: true })).toBeVisible();
    await expect(cancelling.getByLabel('Por qué')).toBeFocused();
    await cancelling.getByLabel('Por qué').fill('El cliente desistió');
    await expect(cancelling.getByText('Escriba por qué se anula', { exact: true })).toBeHidden();
    await cancelling.getByRole('button', { name: 'Anular 1 orden', exact: true }).click();
    await expectDone(page, 'Anular', '1 orden cambiada');
    await expect(rowOf(page, cancelled)).toContainText('Anulada');

    await change(page, [cancelled], 'Corregir…');
    const correcting = page.getByRole('dialog', { name: `Corregir ${cancelled?.code ?? ''}` });
    await correcting.getByRole('radio', { name: 'Pendiente', exact: true }).check();
    await correcting.getByLabel('Qué estaba mal').fill('Era la orden del vecino');
    await correcting.getByRole('button', { name: 'Corregir', exact: true }).click();
    await expectDone(page, 'Corregir a «Pendiente»', '1 orden cambiada');
    await rowOf(page, cancelled).getByRole('link').click();
    const history = page.getByRole('list', { name: 'Historia' }).getByRole('listitem');
    await expect(history.nth(0)).toContainText('«Era la orden del vecino»');
    await expect(history.nth(1)).toContainText('«El cliente desistió»');
  });

  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, 2);
  const [stays, leaves] = [await desk.makeCourier(`${tag} Queda`), await desk.makeCourier(`${tag} Se va`)];
  const [open, way] = orders;
  await desk.assign(orders.slice(1), stays.id);
  await bring(desk, [way], 'en_ruta');
  await page.keyboard.press('Escape');
  await findOrders(page, tag, 2);

  await test.step('retires a courier', async () => {
    const offered = page.getByRole('dialog', { name: 'Asignar 1 orden' });
    const offer = async (): Promise<void> => {
      await page.keyboard.press('a');
      await offered.getByRole('combobox', { name: 'Repartidor', exact: true }).fill(tag);
    };
    await rowOf(page, open).click();
    await offer();
    await expect(offered.getByRole('option')).toHaveCount(2);
    await page.keyboard.press('Escape');

    await openCouriers(page);
    const place = page.getByRole('dialog', { name: 'Repartidores de la oficina' });
    await place.getByRole('textbox', { name: 'Buscar repartidor', exact: true }).fill(tag);
    await place.getByRole('button', { name: `Retirar a ${leaves.name}`, exact: true }).click();
    await page
      .getByRole('dialog', { name: `¿Retirar a ${leaves.name}?` })
      .getByRole('button', { name: 'Retirar', exact: true })
      .click();
    const people = place.getByRole('list', { name: 'Todos los repartidores' }).getByRole('listitem');
    await expect(people).toHaveCount(1);
    await expect(people).toContainText(stays.name);
    await place.getByRole('checkbox', { name: 'Ver retirados', exact: true }).check();
    await expect(people.filter({ hasText: leaves.name })).toContainText('Retirado');
    await place.getByRole('button', { name: 'Cerrar', exact: true }).click();

    await rowOf(page, open).focus();
    await offer();
    await expect(offered.getByRole('option')).toHaveCount(1);
    await expect(offered.getByRole('option')).toContainText(stays.name);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(chosen(page)).toHaveCount(0);
  });

  const name = `Perro suelto ${tag}`;
  const reasons = page.getByRole('dialog', { name: 'Motivos de no entrega' });
  const save = async (): Promise<void> => {
    await reasons.getByRole('button', { name: 'Guardar los motivos', exact: true }).click();
    await expect(reasons).toHaveCount(0);
  };

  await test.step('changes the reasons and closes with the new one', async () => {
    await openDeskMenu(page, 'Motivos de no entrega');
    await reasons.getByRole('button', { name: 'Agregar motivo', exact: true }).click();
    await reasons.getByRole('button', { name: 'Guardar los motivos', exact: true }).click();
    await expect(reasons.getByRole('alert')).toContainText('Escriba el motivo o quítelo');
    await reasons.getByRole('textbox').last().fill(name);
    await save();

    await change(page, [way], 'No entregada…');
    const closing = page.getByRole('dialog', { name: /: No entregada$/ });
    await closing.getByRole('radio', { name, exact: true }).check();
    await closing.getByRole('button', { name: /^Marcar como / }).click();
    await expectDone(page, 'Marcar como no entregada', '1 orden cambiada');
    await rowOf(page, way).getByRole('link').click();
    const detail = page.getByRole('complementary', { name: `Orden ${way?.code ?? ''}`, exact: true });
    await expect(detail.getByText(name, { exact: true }).first()).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('removes the reason', async () => {
    await openDeskMenu(page, 'Motivos de no entrega');
    await reasons.getByRole('button', { name: `Quitar «${name}»`, exact: true }).click();
    await save();
    const kept = await desk.read<{ name: string }[]>('reasons');
    expect(kept.map((reason) => reason.name)).not.toContain(name);
  });

  await test.step('a smaller window hides panes that do not fit; a large one restores the choice', async () => {
    await side(page).getByRole('button', { name: 'Ambos' }).click();
    await expect(pressed(page)).toHaveText('Ambos');
    await page.setViewportSize({ width: 1100, height: 800 });
    await expect(pressed(page)).toHaveText('Repartidores');
    await page.getByRole('button', { name: 'Ocultar el panel lateral' }).click();
    await expect(side(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Mostrar el panel lateral' }).click();
    await expect(pressed(page)).toHaveText('Repartidores');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(pressed(page)).toHaveText('Ambos');
    await page.reload();
    await expect(pressed(page)).toHaveText('Ambos');

    await side(page).getByRole('button', { name: 'Mapa' }).click();
    await page.getByRole('button', { name: 'Ocultar el panel lateral' }).click();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Mostrar el panel lateral' })).toBeVisible();
    await expect(side(page)).toHaveCount(0);
  });
});
