import { chosen, Desk, findOrders, type NewCourier, openDesk, receipt, rows, uniqueTag } from '../support/desk.ts';
import { expectStopsDragged, openRoute } from '../support/stops.ts';
import { expect, expectAccessible, openSession, test } from '../support/test.ts';

/* Long: each step waits for services that are busy with other tests. */
test.describe.configure({ timeout: 240_000 });

const COURIERS = 14;

test('the couriers’ pane assigns by dragging, reorders stops, moves and prints a load', async ({ page }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, 3);
  const [other] = orders;
  const couriers: NewCourier[] = [];
  for (let number = 1; number <= COURIERS; number += 1)
    couriers.push(await desk.makeCourier(`${tag} ${String(number).padStart(2, '0')}`));
  const names = couriers.map(({ name }) => name);
  const [first, last] = [couriers.at(0), couriers.at(-1)];
  if (!first || !last || !other) throw new Error('nothing was created');
  const route = uniqueTag();
  const load = await desk.makeOrders(route, 3);
  const from = await desk.makeCourier(`${route} Una`);
  const to = await desk.makeCourier(`${route} Otra`);
  await desk.assign(load, from.id);
  await openDesk(page, tag, 3);
  const pane = page.getByRole('region', { name: 'Repartidores', exact: true });

  await test.step('drags orders onto a courier below the visible list, which keeps its order', async () => {
    await pane.getByRole('textbox', { name: 'Buscar repartidor', exact: true }).fill(tag);
    await pane.getByRole('button', { name: 'Orden: Nombre' }).click();
    await page.getByRole('menuitemradio', { name: 'Menos carga' }).click();
    const items = pane.getByRole('listitem');
    await expect(items).toHaveCount(COURIERS);
    const shown = () => items.evaluateAll((all) => all.map((item) => item.getAttribute('aria-label')));
    expect(await shown()).toEqual(names);
    const target = pane.getByRole('listitem', { name: last.name, exact: true });
    await expect(target).not.toBeInViewport();
    await rows(page).nth(1).click();
    await rows(page).nth(2).click();
    await expect(chosen(page)).toContainText('2 órdenes');

    await rows(page).nth(1).hover();
    await page.mouse.down();
    // The pointer rests at the end of the list, which scrolls until its last courier is in view.
    const box = await pane.getByRole('list', { name: 'Repartidores de la oficina' }).locator('..').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 80, (box?.y ?? 0) + (box?.height ?? 0) - 8, { steps: 5 });
    await expect(target).toBeInViewport({ ratio: 1 });
    // «Menos carga» would move the first courier to the end.
    await desk.assign([other], first.id);
    await expect(items.first().locator('strong')).toHaveText('1');
    expect(await shown()).toEqual(names);
    await target.hover();
    await expect(page.getByText('Asignar 2 órdenes a', { exact: true }).locator('..')).toContainText(last.name);
    await page.mouse.up();
    await expect(receipt(page)).toContainText(`2 órdenes asignadas a ${last.name}`);
    await expect.poll(shown).toEqual([...names.slice(1, -1), first.name, last.name]);
    for (const { id } of orders.slice(1)) expect((await desk.order(id)).courier?.id).toBe(last.id);
  });

  await findOrders(page, route, 3);
  const { item, stops } = await openRoute(page, from);
  const [one = '-', two = '-', three = '-'] = load.map(({ code }) => code);
  const closeReceipt = (): Promise<void> =>
    receipt(page).getByRole('button', { name: 'Cerrar la constancia', exact: true }).click();

  await test.step('reorders stops by keyboard', async () => {
    await expect(stops).toContainText([one, two, three]);
    await stops
      .first()
      .getByRole('button', { name: /^Parada 1,/ })
      .focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(stops.nth(1).getByRole('button', { name: /^Parada 2,/ })).toBeFocused();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(stops).toContainText([two, three, one]);
    await expect(stops.nth(2).getByRole('button', { name: /^Parada 3,/ })).toBeFocused();
    await item.getByRole('button', { name: 'Guardar el orden', exact: true }).click();
    await expect(receipt(page)).toContainText(`Ordenar las paradas de ${from.name}`);
    await expect(receipt(page)).toContainText('3 órdenes cambiadas');
    await expect(item.getByRole('button', { name: 'Guardar el orden', exact: true })).toBeHidden();
    await closeReceipt();
  });

  await test.step('reorders stops by dragging their handle with the mouse', async () => {
    const inOrder = [...load.slice(1), ...load.slice(0, 1)];
    await expectStopsDragged({ desk, courier: from, orders: inOrder, item, stops }, async (start, end) => {
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(end.x, end.y, { steps: 6 });
      await page.mouse.up();
    });
    await closeReceipt();
  });

  await test.step('fixes the place of a stop, which another courier ends', async () => {
    await stops
      .nth(1)
      .getByRole('button', { name: `Mover ${three}`, exact: true })
      .click();
    await page.getByRole('menu').getByRole('menuitem', { name: 'Fijar en su lugar', exact: true }).click();
    await item.getByRole('button', { name: 'Guardar el orden', exact: true }).click();
    await expect(receipt(page)).toContainText('1 orden cambiada');
    await expect(item.getByRole('button', { name: 'Guardar el orden', exact: true })).toBeHidden();
    await expect(item.getByRole('img', { name: 'Fija en su lugar', exact: true })).toHaveCount(1);
    expect((await desk.order(load[2]?.id ?? '')).pinned).toBe(true);
    await closeReceipt();
  });

  await test.step('moves the load in the new order', async () => {
    await pane.getByRole('textbox', { name: 'Buscar repartidor', exact: true }).fill(route);
    await item.getByRole('button', { name: `Acciones de ${from.name}`, exact: true }).click();
    await page.getByRole('menu').getByRole('menuitem', { name: 'Mover carga…', exact: true }).click();
    const choice = page.getByRole('dialog', { name: `Mover la carga de ${from.name}` });
    await choice.getByRole('combobox', { name: 'Nuevo repartidor', exact: true }).fill(to.name);
    await expect(choice.getByRole('option')).toHaveCount(1);
    await choice.getByRole('option').click();
    await expect(receipt(page)).toContainText(`Mover la carga de ${from.name} a ${to.name}`);
    await expect(receipt(page)).toContainText('3 órdenes cambiadas');
    const moved = await Promise.all(load.map(({ id }) => desk.order(id)));
    expect(moved.map(({ courier }) => courier?.id)).toEqual([to.id, to.id, to.id]);
    expect(moved.map(({ sequence, pinned }) => [sequence, pinned])).toEqual(
      [1, 3, 2].map((place) => [place, undefined]),
    );
    // The search of the couriers had the focus when the window opened.
    await expect(page.locator('[data-order-id][tabindex="0"]')).toBeFocused();

    // An open menu keeps its initial content.
    await expect(item.getByRole('button', { name: / 0 de 20 órd\./ })).toBeVisible();
    await item.getByRole('button', { name: `Acciones de ${from.name}`, exact: true }).click();
    const none = page.getByRole('menuitem', { name: 'Mover carga… No lleva órdenes', exact: true });
    await expect(none).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(none).toHaveCount(0);
  });

  await test.step('sends a courier home with one receipt, and undoes it from a search', async () => {
    const receiver = pane.getByRole('listitem', { name: to.name, exact: true });
    await pane.getByRole('textbox', { name: 'Buscar repartidor', exact: true }).fill(to.name);
    await receiver.getByRole('button', { name: `Acciones de ${to.name}`, exact: true }).click();
    await page.getByRole('menu').getByRole('menuitem', { name: 'Se retira hoy…', exact: true }).click();
    const leaving = page.getByRole('dialog', { name: `${to.name} se retira hoy` });
    await leaving.getByRole('button', { name: 'Marcar ausente y pasar 3 órdenes', exact: true }).click();
    await expect(receipt(page)).toContainText('3 órdenes cambiadas');
    await expect(receiver.getByText('Ausente', { exact: true })).toBeVisible();
    const given = await Promise.all(load.map(({ id }) => desk.order(id)));
    expect(given.some(({ courier }) => courier?.id === to.id)).toBe(false);

    await pane.getByRole('textbox', { name: 'Buscar repartidor', exact: true }).click();
    await page.keyboard.press('Control+z');
    await expect(receipt(page)).toContainText(`Deshacer: ${to.name} se retira hoy`);
    await expect(receiver.getByText('Ausente', { exact: true })).toBeHidden();
    const returned = await Promise.all(load.map(({ id }) => desk.order(id)));
    expect(returned.map(({ courier, sequence }) => [courier?.id, sequence])).toEqual([
      [to.id, 1],
      [to.id, 3],
      [to.id, 2],
    ]);
    await closeReceipt();
  });

  await test.step('prints the route sheet', async () => {
    const receiver = pane.getByRole('listitem', { name: to.name, exact: true });
    await receiver.getByRole('button', { name: `Acciones de ${to.name}`, exact: true }).click();
    await page.getByRole('menu').getByRole('menuitem', { name: 'Hoja de ruta', exact: true }).click();
    const sheet = page.getByRole('article', { name: `Hoja de ruta de ${to.name}` });
    await expect(sheet.locator('tbody tr')).toContainText([one, three, two]);
    await expectAccessible(page);
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('body > div[aria-hidden] article')).toBeVisible();
    await expect(page.locator('#root')).toBeHidden();
  });
});
