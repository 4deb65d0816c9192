import { randomUUID } from 'node:crypto';
import { Desk, openDesk, receipt, rows, uniqueTag } from '../support/desk.ts';
import { reported } from '../support/reported.ts';
import { expect, expectAccessible, openSession, test } from '../support/test.ts';

const MAX_KEYS = 60;

test('closes a route of 25 stops by keyboard, in at most 60 keys and one request', async ({ page, watched }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, 25, { collectDue: 4590 });
  const name = `R${randomUUID().slice(0, 5)}`;
  const courier = await desk.makeCourier(`${name} Repartidora`);
  await desk.assign(orders, courier.id);
  await openDesk(page, tag, 25);

  let keys = 0;
  const press = async (...pressed: string[]): Promise<void> => {
    for (const each of pressed) {
      // A chord counts each of its keys.
      keys += each.split('+').length;
      await page.keyboard.press(each);
    }
  };
  const down = (times: number): Promise<void> => press(...Array.from({ length: times }, () => 'ArrowDown'));

  await rows(page).first().focus();
  await press('c');
  const choosing = page.getByRole('dialog', { name: 'Cerrar ruta' });
  await expect(choosing.getByRole('combobox', { name: 'Repartidor', exact: true })).toBeFocused();
  await press(...Array.from(name));
  await expect(choosing.getByRole('option')).toHaveCount(1);
  await press('Enter');

  const route = page.getByRole('region', { name: `Cerrar la ruta de ${courier.name}`, exact: true });
  const row = (place: number) => route.getByRole('row', { name: new RegExp(`^Parada ${place},`) });
  await expect(row(1)).toBeFocused();
  await press('d');
  await expect(route.getByRole('button', { name: /^Guardar 25 paradas/ })).toBeVisible();
  await down(3);
  await press('y');
  await down(5);
  await press('p');
  await down(4);
  await press('t');
  await down(5);
  await press('n', '1');
  await down(7);
  await press('n', '3');
  await expect(row(25)).toBeFocused();
  await expect(row(25)).toHaveAccessibleName(/: No entregada: No contesta$/);
  await expect(route.getByText('S/ 918.00', { exact: true })).toBeVisible();
  await expectAccessible(page);

  // Neither a lost connection nor leaving by accident loses what was entered.
  await page.goBack();
  await page.getByRole('dialog').getByRole('button', { name: 'Seguir editando' }).click();
  await expect(row(25)).toBeVisible();
  await row(25).focus();
  watched.expectConsole(/^Failed to load resource: net::ERR_FAILED .*\/api\/assignments\/close/);
  watched.expectConsole(/^Http failure response for \S+\/api\/assignments\/close\S*: 0 Unknown Error/);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/assignments/close')) sent.push(request.headers()['idempotency-key'] ?? '');
  });
  await page.route('**/api/assignments/close?*', async (route) => {
    // Carried out, but the response is lost.
    await route.fetch();
    await route.abort();
  });
  await press('Control+Enter');
  await expect(route.getByRole('alert')).toContainText('No hubo respuesta');
  await expect(route.getByRole('button', { name: 'Reintentar', exact: true })).toBeFocused();
  await page.unrouteAll();
  const before = keys;
  await press('Enter');
  await expect(receipt(page)).toContainText('25 órdenes cambiadas');
  expect(before).toBeLessThanOrEqual(MAX_KEYS);
  await reported(page);
  expect(sent, 'the first try and its repetition').toHaveLength(2);
  expect(sent[1]).toBe(sent[0]);
  await expect(route).toBeHidden();
  // It leads to the courier's day, which waits for the office.
  const day = page.getByRole('dialog', { name: 'Cierre del día' }).getByRole('listitem', { name: courier.name });
  await expect(day.getByRole('link', { name: /^Recibir S\/ .* en Liquidación$/ })).toBeVisible();

  const after = await Promise.all(orders.map(({ id }) => desk.order(id)));
  const means = after.map(({ state, reason, collect }) => reason ?? `${state} ${collect?.payments[0]?.means ?? ''}`);
  const expected = Array.from({ length: 25 }, () => 'entregada efectivo');
  expected[3] = 'entregada yape';
  expected[8] = 'entregada plin';
  expected[12] = 'entregada transferencia';
  expected[17] = 'ausente';
  expected[24] = 'no_contesta';
  expect(means).toEqual(expected);
});
