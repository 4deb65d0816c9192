import { type MoneyDay } from '@despacho/contracts/dispatch';
import { type Page } from '@playwright/test';
import { type Desk } from '../support/desk.ts';
import { downloaded, linesOf } from '../support/dispatch.ts';
import { fromCamera, outcomeOf, prepare, Street } from '../support/street.ts';
import { expect, expectAccessible, expectAccessibleInBothThemes, openSession, test } from '../support/test.ts';

/** The service searches an office for «Por atender» every few seconds. */
const SOON = { timeout: 60_000 };

/** Longer than the interval at which figures are requested again. */
const HALF_A_MINUTE = 31_000;

/** Late since one minute past midnight. */
const LATE = { from: '00:00', to: '00:01' };

const sum = (amounts: readonly { amount: number }[]): number => amounts.reduce((all, { amount }) => all + amount, 0);

/** @returns the bytes that the company stores. */
async function stored(page: Page): Promise<number> {
  const { almacenamientoUsado } = (await (await page.request.get('/api/storage')).json()) as Record<string, number>;
  return almacenamientoUsado ?? Number.NaN;
}

/** @returns the money of the day, whose places must add up to the collected amount. */
async function moneyOf(desk: Desk, courierId: string) {
  const { couriers } = await desk.read<MoneyDay>('money');
  for (const { courier, collected, held, received, account, differences } of couriers)
    expect(sum(held) + received + sum(account) + sum(differences), courier.name).toBe(sum(collected));
  return couriers.find(({ courier }) => courier.id === courierId);
}

test('a late order is assigned and paid in cash, and two hand-overs settle it', async ({ page, browser, app }) => {
  test.slow();
  const { desk, courier, orders, link } = await prepare(page, 1, { collectDue: 8000, window: LATE });
  const [order] = orders;
  if (!order) throw new Error('no order');
  await page.clock.install();
  const street = await Street.openOnline(browser, app);
  await street.connect(await link());
  const phone = street.page;

  // The office: Hoy with «Por atender» above it, and the cashier's Liquidación in another browser.
  await page.goto('/dashboard');
  const ofCourier = page.getByRole('row', { name: new RegExp(`^${courier.name}`) });
  await expect(ofCourier).toContainText('0 de 1', SOON);
  const today = page.getByRole('region', { name: '¿Terminamos hoy?' });
  const closed = async (): Promise<number> => {
    const text = await today.getByText(/^[\d,]+ de [\d,]+$/).innerText();
    return Number((text.split(' de ')[0] ?? '').replace(',', ''));
  };
  const closedBefore = await closed();
  const storedBefore = await stored(page);
  await page.getByRole('link', { name: /abiertas?\b/ }).click();
  const attention = page.getByRole('dialog', { name: 'Por atender' });
  await expect(attention).toBeVisible();
  // Many late orders are one line; its address lists each.
  await page.goto('/dashboard?atender=tarde');
  const line = attention.getByRole('list', { name: 'Por atender' }).getByRole('listitem');
  const late = line.filter({ hasText: order.code });
  await expect(late).toContainText('Atrasada', SOON);
  await expectAccessible(page);
  await late.focus();
  await page.keyboard.press('e');
  await expect(late.getByText('Usted', { exact: true })).toBeVisible();
  await expect(attention.getByRole('status').filter({ hasText: / suyas?/ })).toBeVisible();
  const desktop = await browser.newContext({ baseURL: app.gateway.url, locale: 'es-PE' });
  const cashier = await desktop.newPage();
  await cashier.clock.install();
  await openSession(cashier, 'elena');
  await cashier.goto(`/dashboard/liquidacion?repartidor=${courier.id}`);
  const row = cashier.getByRole('row', { name: new RegExp(`^${courier.name}`) });
  await expect(row).toContainText('En ruta');

  // The street.
  await street.openForm(1);
  await street.camera.setInputFiles(await fromCamera(phone, 80));
  await expect(phone.getByRole('button', { name: /^Ver foto 1/ })).toBeVisible();
  await phone.getByRole('button', { name: 'Efectivo' }).tap();
  await expect(phone.getByLabel('Efectivo S/')).toHaveValue('80.00');
  await phone.getByRole('button', { name: /^La misma persona/ }).tap();
  await phone.getByRole('button', { name: 'Confirmar entrega' }).tap();
  await street.expectSent();
  await street.end();

  // Live, without reloading a page.
  await Promise.all([page, cashier].map((each) => each.clock.fastForward(HALF_A_MINUTE)));
  await expect(row).toContainText('Por recibir', SOON);
  await expect(row).toContainText('S/ 80.00');
  await expect(late).toHaveCount(0, SOON);
  expect((await desk.endedLine(order)).acts).toMatchObject([{ act: 'tomar', by: { user: 'Ana Torres Villanueva' } }]);
  await page.goto('/dashboard?atender=1');
  await expect(
    attention.getByRole('region', { name: 'Resueltas hace poco' }).getByRole('listitem').first(),
  ).toBeVisible();
  await attention.getByRole('button', { name: 'Historia', exact: true }).click();
  await expect(
    attention.getByRole('list', { name: 'Historia de «Por atender»' }).getByRole('listitem').first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(attention).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Dashboard ?, [\d,]+ por atender$/ })).toBeVisible();
  await expect(ofCourier).toContainText('1 de 1', SOON);
  await expect(ofCourier).toContainText('S/ 80.00');
  await expect.poll(closed, SOON).toBeGreaterThan(closedBefore);
  await expect(
    page.getByRole('region', { name: 'Actividad' }).getByText(`${courier.name} entregó ${order.code}`),
  ).toBeVisible(SOON);
  await expect.poll(() => outcomeOf(desk, order)).toEqual(['entregada', 1]);
  const [photo] = await desk.read<{ bytes: number }[]>(`orders/${order.id}/evidence`);
  // Other tests store photos meanwhile.
  expect((await stored(page)) - storedBefore).toBeGreaterThanOrEqual(photo?.bytes ?? Infinity);
  await page.goto(`/images?repartidor=${courier.id}`);
  await expect(page.getByRole('button', { name: order.code })).toBeVisible();

  // The cash desk.
  const panel = cashier.getByRole('region', { name: courier.name });
  await panel.getByLabel('Billetes de 50', { exact: true }).fill('1');
  await expect(panel.getByText(/^Quedan S\/ 30\.00 con /)).toBeVisible();
  await cashier.keyboard.press('Control+Enter');
  await expect(row).toContainText('Parcial');
  expect(await moneyOf(desk, courier.id)).toMatchObject({ held: [{ amount: 3000 }], received: 5000 });

  await panel.getByLabel('Billetes de 20', { exact: true }).fill('1');
  await panel.getByLabel('Monedas, en soles').fill('9');
  await panel.getByRole('radio', { name: 'Vuelto' }).check({ force: true });
  await expect(panel.getByRole('button', { name: /^Deshacer 0:/ })).toBeVisible();
  await panel.getByRole('button', { name: 'Recibir S/ 29.00' }).click();
  await expect(row).toContainText('Conforme');
  await expect(row).toContainText('−S/ 1.00');
  await expectAccessibleInBothThemes(cashier, 'main');
  expect(await moneyOf(desk, courier.id)).toMatchObject({
    collected: [{ means: 'efectivo', amount: 8000 }],
    held: [],
    received: 7900,
    differences: [{ reason: 'vuelto', amount: 100 }],
    handovers: { count: 2 },
  });

  await panel.getByRole('button', { name: 'Confirmar el día' }).click();
  await expect(panel.getByText('Para corregir un día confirmado, alguien con cargo S lo reabre.')).toBeVisible();
  const csv = await downloaded(cashier, () => cashier.getByRole('button', { name: 'CSV' }).click());
  const exported = (await linesOf(csv)).find((each) => each.startsWith(courier.name));
  expect(exported).toContain('Conforme;1;0;0;80.00;80.00;0.00;80.00;');
  await desktop.close();
});
