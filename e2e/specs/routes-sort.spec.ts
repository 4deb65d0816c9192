import { type Page } from '@playwright/test';
import { chosen, Desk, type MadeOrder, openDesk, receipt, rows, uniqueTag } from '../support/desk.ts';
import { item, openCourierMenu } from '../support/scenes/desk-actions.ts';
import { expect, openSession, test } from '../support/test.ts';

/** Phone of a courier, connected by a link. */
async function connect(phone: Page, desk: Desk, courierId: string): Promise<void> {
  const link = await desk.send<{ fragment: string; code: string }>(`couriers/${courierId}/link`, undefined);
  await phone.goto(`/r/#${link.fragment}`);
  await phone.getByRole('textbox', { name: 'Código de cuatro cifras' }).fill(link.code);
  await phone.getByRole('button', { name: 'Conectar este teléfono' }).click();
  await phone.getByRole('button', { name: 'Entendido, continuar' }).click();
}

/** Sequence and pin of orders. */
const placesOf = (desk: Desk, orders: readonly MadeOrder[]) =>
  Promise.all(
    orders.map(async ({ id }) => {
      const { sequence, pinned = false, courier } = await desk.order(id);
      return [sequence, pinned, courier?.id];
    }),
  );

const undo = (page: Page) =>
  receipt(page)
    .getByRole('button', { name: /^Deshacer/ })
    .click();

test('sorts a courier’s stops around a pinned one, also on the phone, and undoes it beside another dispatcher', async ({
  page,
  browser,
  app,
}) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const { courier, orders } = await desk.makeCrossedRoute(tag, `${tag} Rosa`);
  const [one, four, two, five, three] = orders.map(({ code }) => code);
  const before = await placesOf(desk, orders);
  const phone = await (await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 } })).newPage();
  await connect(phone, desk, courier.id);
  const onPhone = phone.getByRole('list', { name: 'Paradas de hoy' }).getByRole('listitem');
  await expect(onPhone).toContainText(['Lt. 1', 'Lt. 4', 'Lt. 2', 'Lt. 5', 'Lt. 3']);
  await openDesk(page, tag, 5);
  await openCourierMenu(page, courier.name);
  await item(page, 'Ordenar paradas…').click();
  const window = page.getByRole('dialog', { name: /^Ordenar las paradas de/ });
  const stops = window.getByRole('list', { name: /^Paradas propuestas/ }).getByRole('listitem');

  await test.step('proposes the shorter order, and sorts again around a pinned stop', async () => {
    await expect(stops).toContainText([one, two, three, four, five].map(String));
    await expect(stops.nth(2)).toContainText('antes 5.ª');
    const handle = stops.nth(4).getByRole('button', { name: /mover con Alt y flechas$/ });
    await handle.focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await expect(stops).toContainText([one, two, five, three, four].map(String));
    await window.getByRole('button', { name: 'Ordenar las demás alrededor de las fijadas' }).click();
    await expect(stops.nth(2)).toContainText(five ?? '-');
  });
  const accepted = window.getByRole('button', { name: 'Aceptar el orden' });
  await expect(accepted).toBeEnabled();
  const shown = await stops.evaluateAll((all) => all.map(({ textContent }) => /D\d+/.exec(textContent)?.[0] ?? ''));

  await test.step('accepts once, and the phone announces the changed order', async () => {
    await accepted.dblclick();
    await expect(receipt(page)).toContainText(`Ordenar las paradas de ${courier.name}`);
    const saved = await placesOf(desk, orders);
    expect(saved.map(([sequence]) => sequence)).toEqual(orders.map(({ code }) => shown.indexOf(code) + 1));
    expect(saved.map(([, pinned]) => pinned)).toEqual(orders.map(({ code }) => code === one || code === five));
    await expect(phone.getByText('La oficina cambió el orden de sus paradas').first()).toBeVisible();
    await expect(onPhone.nth(2)).toContainText('Lt. 5');
  });

  await test.step('undo restores order and pins, though another dispatcher assigned an order', async () => {
    const luis = await (await browser.newContext({ baseURL: app.url })).newPage();
    await openSession(luis, 'luis');
    const theirs = new Desk(luis);
    const [more] = await theirs.makeOrders(uniqueTag(), 1);
    if (!more) throw new Error('nothing was created');
    await theirs.assign([more], courier.id);
    await undo(page);
    await expect.poll(() => placesOf(desk, orders)).toEqual(before);
    expect((await desk.order(more.id)).courier?.id).toBe(courier.id);
  });
});

test('accepts a suggested assignment as routes, and undoes it', async ({ page }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const { orders } = await desk.makeCrossedRoute(tag, `${tag} Rosa`);
  const pending = await desk.makeOrders(`${tag} nueva`, 2);
  const before = await placesOf(desk, [...orders, ...pending]);
  await openDesk(page, `${tag} nueva`, 2);
  await rows(page).first().focus();
  await page.keyboard.press('Control+a');
  await expect(chosen(page)).toContainText('2 órdenes');
  await page.keyboard.press('s');
  const window = page.getByRole('dialog', { name: 'Reparto sugerido de 2 órdenes' });
  await window.getByRole('button', { name: 'Elegir…' }).click();
  const among = window.getByRole('region', { name: 'Reparte entre' });
  const more = among.getByRole('button', { name: /^Ver a/ });
  while (await more.isVisible()) await more.click();
  await among.getByRole('button', { name: new RegExp(`^.{0,3}${tag} Rosa`) }).click();
  await window.getByRole('button', { name: 'Listo' }).click();
  await window.getByRole('button', { name: new RegExp(`${tag} Rosa`), expanded: false }).click();
  await expect(window.getByRole('button', { name: new RegExp(`${tag} Rosa`), expanded: true })).toContainText('km');
  await window.getByRole('button', { name: 'Asignar 2 órdenes' }).click();
  await expect(receipt(page)).toContainText('Aplicar el reparto sugerido');
  await expect.poll(async () => (await placesOf(desk, pending)).every(([sequence]) => sequence !== null)).toBe(true);
  await undo(page);
  await expect.poll(() => placesOf(desk, [...orders, ...pending])).toEqual(before);
});
