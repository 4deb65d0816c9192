import { DEMO_MAP } from '@despacho/tooling/map/demo-map';
import { type Page } from '@playwright/test';
import { openDesk, rows } from '../support/desk.ts';
import { outcomeOf, prepare, Street } from '../support/street.ts';
import { expect, expectAccessibleInBothThemes, test } from '../support/test.ts';

/** A mobile network at the edge of a district. */
const SLOW = 50_000;

interface Review {
  why: string;
  courier: { id: string };
  order: { id: string };
  photos: unknown[];
}

/** @returns the number of colours on the courier's map: few without streets. */
const coloursOnMap = (page: Page): Promise<number> =>
  page.getByRole('application').evaluate((map) => {
    const canvas = map as HTMLCanvasElement;
    const { data = [] } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
    const colours = new Set<number>();
    for (let at = 0; at < data.length; at += 4)
      colours.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
    return colours.size;
  });

/** Opens the map of the route, with its streets. */
async function openMap(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mapa de la ruta' }).tap();
  await expect.poll(() => coloursOnMap(page)).toBeGreaterThan(300);
}

/** @returns the end of the fourth stop in pixels, with the location's notice in one line, as it is after the first day. */
const endOfFourth = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const note = document.querySelector('[role=status][data-state]');
    const stop = document.querySelectorAll('[aria-label="Paradas de hoy"] li')[3];
    if (!note || !stop) return Infinity;
    const more = note.getBoundingClientRect().height - parseFloat(getComputedStyle(note).lineHeight);
    return stop.getBoundingClientRect().bottom - more;
  });

const storedTiles = (page: Page): Promise<number> =>
  page.evaluate(async () => (await (await caches.open('despacho-mapa')).keys()).length);

test('G41: delivers twelve stops through a lost signal and a killed tab, once each', async ({ page, browser, app }) => {
  // Twelve deliveries, as a courier makes them, take a minute on a quiet machine.
  test.slow();
  const { desk, tag, orders, link } = await prepare(page, 12);
  const street = await Street.open(browser, app, { TILES_FILE: DEMO_MAP });
  await street.connect(await link());
  await expect(street.stops).toHaveCount(12);
  await street.page.getByRole('button', { name: 'Salí a ruta' }).tap();
  await expect.poll(() => endOfFourth(street.page)).toBeLessThanOrEqual(740);
  for (let number = 1; number <= 3; number += 1) await street.deliver(number);
  await openMap(street.page);
  await expectAccessibleInBothThemes(street.page);
  await expect.poll(() => storedTiles(street.page)).toBeGreaterThan(0);
  await street.page.getByRole('button', { name: 'Atrás' }).tap();
  street.line.cut();
  await street.stops.filter({ hasText: 'Mz. P Lt. 4' }).getByRole('link').tap();
  await street.page.getByRole('button', { name: 'La puerta es aquí' }).tap();
  // The browser reports a position again only when it changes.
  await street.page.context().setGeolocation({ latitude: -12.0654, longitude: -77.0497, accuracy: 8 });
  await expect(street.page.getByText('Ubicación guardada', { exact: true })).toBeVisible();
  await street.page.getByRole('button', { name: 'Atrás' }).tap();
  for (let number = 4; number <= 7; number += 1) await street.deliver(number);
  await street.kill();
  await expect(street.page.getByText('7 de 12')).toBeVisible();
  await expect(street.stops).toHaveCount(5);
  await openMap(street.page);
  await expect(street.page.getByRole('region', { name: 'Parada elegida' })).toContainText('Mz. P Lt. 8');
  await street.page.getByRole('button', { name: 'Atrás' }).tap();
  await street.page.getByRole('button', { name: 'Cambiar el orden' }).tap();
  await street.page.getByRole('button', { name: 'Bajar: Mz. P Lt. 8' }).tap();
  await expectAccessibleInBothThemes(street.page);
  await street.page.getByRole('button', { name: 'Guardar el orden' }).tap();
  await expect(street.page.getByRole('button', { name: /^Deshacer/ })).toBeVisible();
  await expect(street.stops.first()).toContainText('Mz. P Lt. 9');
  for (let number = 8; number <= 12; number += 1) await street.deliver(number);
  await expect(street.page.getByRole('link', { name: /por enviar/ })).toBeVisible();

  await street.restore(SLOW);
  await street.expectSent();
  const { notes } = await desk.read<{ notes: { what: string }[] }>(`orders/${orders[3]?.id ?? ''}`);
  expect(notes).toMatchObject([{ what: 'puerta_marcada' }]);
  const placeOf = async (number: number) => (await desk.order(orders[number - 1]?.id ?? '')).sequence ?? 0;
  expect(await placeOf(9)).toBeLessThan(await placeOf(8));
  await street.page.getByRole('button', { name: 'Menú' }).tap();
  await street.page.getByRole('button', { name: 'Salir de este teléfono' }).tap();
  await street.page.getByRole('dialog').getByRole('button', { name: 'Sí, salir' }).tap();
  await expect.poll(() => storedTiles(street.page)).toBe(0);
  await street.end();

  const outcomes = () => Promise.all(orders.map((order) => outcomeOf(desk, order)));
  await expect.poll(outcomes).toEqual(orders.map(() => ['entregada', 1]));
  await openDesk(page, tag, 12);
  await expect(rows(page).filter({ hasText: 'Entregada' })).toHaveCount(12);
});

test('G41: keeps closings while the session is revoked and an order reassigned', async ({ page, browser, app }) => {
  const { desk, tag, courier, orders, link } = await prepare(page, 3);
  const [first, second, third] = orders;
  if (!first || !second || !third) throw new Error('no orders');
  const other = await desk.makeCourier(`${tag} Otra`);
  const street = await Street.open(browser, app);
  await street.connect(await link());
  await expect(street.stops).toHaveCount(3);
  street.line.cut();
  for (const number of [1, 2, 3]) await street.deliver(number);
  await desk.assign([second], other.id);
  await desk.send(`couriers/${courier.id}/disconnect`, undefined);

  await street.restore();
  await expect(street.page.getByRole('heading', { name: 'La conexión de este teléfono terminó' })).toBeVisible();
  await expect(street.page.getByText(/quedan 3 visitas sin enviar/)).toBeVisible();
  expect((await desk.order(first.id)).state).toBe('asignada');

  await street.connect(await link());
  await street.expectSent();
  await expect.poll(() => outcomeOf(desk, third)).toEqual(['entregada', 1]);
  await expect.poll(() => outcomeOf(desk, first)).toEqual(['entregada', 1]);
  expect((await desk.order(second.id)).state).toBe('asignada');
  await expect
    .poll(async () => {
      const { reviews } = await desk.read<{ reviews: Review[] }>('reviews');
      return reviews.filter((each) => each.courier.id === courier.id);
    })
    .toMatchObject([{ why: 'reasignada', order: { id: second.id }, photos: [{}] }]);
  await street.end();
});
