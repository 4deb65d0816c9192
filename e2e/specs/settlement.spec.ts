import { type MoneyDay } from '@despacho/contracts/dispatch';
import { Desk, uniqueTag } from '../support/desk.ts';
import { downloaded, linesOf } from '../support/dispatch.ts';
import { expect, expectAccessibleInBothThemes, openSession, test } from '../support/test.ts';

test('two hand-overs and the change settle what a courier collected', async ({ page, browser, app }) => {
  const context = await browser.newContext({ baseURL: app.gateway.url, locale: 'es-PE' });
  const ofDesk = await context.newPage();
  await openSession(ofDesk, 'ana');
  const desk = new Desk(ofDesk);
  const tag = uniqueTag();
  // Left from an earlier day, so that it is carried today at any hour: the day turns at 05:00.
  const date = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  const [order] = await desk.makeOrders(tag, 1, { collectDue: 8000, date });
  if (!order) throw new Error('no order');
  const courier = await desk.makeCourier(`${tag} Rosa`);
  await desk.assign([order], courier.id);

  await openSession(page, 'elena');
  await page.goto(`/dashboard/liquidacion?repartidor=${courier.id}`);
  const row = page.getByRole('row', { name: new RegExp(`^${courier.name}`) });
  await expect(row).toContainText('En ruta');

  await desk.close([order], { to: 'entregada', payments: [{ means: 'efectivo', amount: 8000 }] });
  // Live: nobody reloads the page.
  await expect(row).toContainText('Por recibir');
  await expect(row).toContainText('S/ 80.00');

  const panel = page.getByRole('region', { name: courier.name });
  await panel.getByLabel('Billetes de 50', { exact: true }).fill('1');
  await expect(panel.getByText(/^Quedan S\/ 30\.00 con /)).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(row).toContainText('Parcial');

  await panel.getByLabel('Billetes de 20', { exact: true }).fill('1');
  await panel.getByLabel('Monedas, en soles').fill('9');
  await panel.getByRole('radio', { name: 'Vuelto' }).check({ force: true });
  await expect(panel.getByRole('button', { name: /^Deshacer 0:/ })).toBeVisible();
  await panel.getByRole('button', { name: 'Recibir S/ 29.00' }).click();
  await expect(row).toContainText('Conforme');
  await expect(row).toContainText('−S/ 1.00');
  await expectAccessibleInBothThemes(page, 'main');

  const { couriers } = await desk.read<MoneyDay>('money');
  const money = couriers.find((each) => each.courier.id === courier.id);
  expect(money).toMatchObject({
    collected: [{ means: 'efectivo', amount: 8000 }],
    held: [],
    received: 7900,
    differences: [{ reason: 'vuelto', amount: 100 }],
    handovers: { count: 2 },
  });

  await panel.getByRole('button', { name: 'Confirmar el día' }).click();
  await expect(panel.getByText('Para corregir un día confirmado, alguien con cargo S lo reabre.')).toBeVisible();
  const csv = await downloaded(page, () => page.getByRole('button', { name: 'CSV' }).click());
  const line = (await linesOf(csv)).find((each) => each.startsWith(courier.name));
  expect(line).toContain('Conforme;1;0;0;80;80;80;');
  await context.close();
});
