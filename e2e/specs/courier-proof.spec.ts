import { type Page } from '@playwright/test';
import { fromCamera, outcomeOf, prepare, Street } from '../support/street.ts';
import { expect, test } from '../support/test.ts';

const UPRIGHT = { width: 360, height: 740 };
const ON_ITS_SIDE = { width: 740, height: 360 };

interface Review {
  why: string;
  visit: string;
  courier: { id: string };
  order: { id: string };
}

/** @returns the ink of the signature: the share of the canvas that it spans, and whether it touches an edge. */
const inkOf = (page: Page): Promise<{ width: number; height: number; touches: boolean }> =>
  page.getByRole('img', { name: 'Espacio para firmar' }).evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    const [xs, ys]: [number[], number[]] = [[], []];
    for (let at = 0; at < data.length; at += 4)
      if ((data[at] ?? 255) < 128) {
        xs.push((at / 4) % canvas.width);
        ys.push(Math.floor(at / 4 / canvas.width));
      }
    const range = (values: number[]): [number, number] =>
      values.reduce<[number, number]>(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [1e9, -1]);
    const [[left, right], [top, bottom]] = [range(xs), range(ys)];
    return {
      width: (right - left) / devicePixelRatio,
      height: (bottom - top) / devicePixelRatio,
      touches: left === 0 || top === 0 || right === canvas.width - 1 || bottom === canvas.height - 1,
    };
  });

test('keeps the whole signature when the phone is rotated, and rejects one without ink', async ({
  page,
  browser,
  app,
}) => {
  const { desk, orders, link } = await prepare(page, 1);
  const street = await Street.open(browser, app);
  await street.connect(await link());
  const phone = street.page;
  await street.openForm(1);
  await street.camera.setInputFiles(await fromCamera(phone, 1));
  await phone.setViewportSize(ON_ITS_SIDE);
  await phone.getByRole('button', { name: 'Firmar', exact: true }).click();
  await phone.getByRole('button', { name: 'Guardar firma' }).click();
  await expect(phone.getByText('Todavía no hay firma.')).toBeVisible();
  const box = await phone.getByRole('img', { name: 'Espacio para firmar' }).boundingBox();
  if (!box) throw new Error('no canvas');
  await phone.mouse.move(box.x + 20, box.y + box.height / 2);
  await phone.mouse.down();
  for (let x = 20; x < box.width - 20; x += 12)
    await phone.mouse.move(box.x + x, box.y + box.height / 2 + 30 * Math.sin(x / 30));
  await phone.mouse.up();
  const drawn = await inkOf(phone);
  await phone.setViewportSize(UPRIGHT);
  await expect.poll(async () => (await inkOf(phone)).width).toBeLessThan(UPRIGHT.width);
  const turned = await inkOf(phone);
  expect(turned.touches).toBe(false);
  expect(turned.width / turned.height).toBeGreaterThan((drawn.width / drawn.height) * 0.8);
  await phone.setViewportSize(ON_ITS_SIDE);
  await expect.poll(async () => Math.abs((await inkOf(phone)).width - drawn.width)).toBeLessThan(6);
  await phone.setViewportSize(UPRIGHT);
  await phone.getByRole('button', { name: 'Guardar firma' }).click();
  await expect(phone.getByRole('img', { name: 'Firma' })).toBeVisible();
  await phone.getByRole('button', { name: /^La misma persona/ }).tap();
  await phone.getByRole('button', { name: 'Confirmar entrega' }).tap();
  await street.expectSent();
  await street.end();
  const [order] = orders;
  if (!order) throw new Error('no order');
  await expect.poll(() => outcomeOf(desk, order)).toEqual(['entregada', 2]);
  const { reviews } = await desk.read<{ reviews: Review[] }>('reviews');
  expect(reviews.filter((each) => each.order.id === order.id)).toEqual([]);
});

test('sends the other visits while one is answered 500, and shows that one to the office once', async ({
  page,
  browser,
  app,
}) => {
  test.slow();
  const { desk, courier, orders, link } = await prepare(page, 3);
  const [first, second, third] = orders;
  if (!first || !second || !third) throw new Error('no orders');
  const street = await Street.open(browser, app);
  await street.connect(await link());
  const phone = street.page;
  await phone.route('**/api/field/visits', async (route) => {
    const { order } = route.request().postDataJSON() as { order: string };
    if (order === second.id) await route.fulfill({ status: 500, json: { type: 'about:blank', status: 500 } });
    else await route.continue();
  });
  for (const number of [1, 2, 3]) await street.deliver(number);
  for (const order of [first, third]) await expect.poll(() => outcomeOf(desk, order)).toEqual(['entregada', 1]);
  const problem = phone.getByRole('link', { name: '1 entrega y 1 foto por enviar · 1 con problema' });
  await problem.tap({ timeout: 20_000 });
  await expect(phone.getByText('El servicio respondió con un error (500).')).toBeVisible();
  await phone.getByRole('button', { name: 'Mostrar a la oficina' }).tap();
  await expect(phone.getByText('Todo está enviado: la oficina ya lo tiene.')).toBeVisible({ timeout: 20_000 });
  const pending = async () => {
    const { reviews } = await desk.read<{ reviews: Review[] }>('reviews');
    return reviews.filter((each) => each.courier.id === courier.id);
  };
  expect(await pending()).toMatchObject([{ why: 'no_registrada', order: { id: second.id } }]);
  await expect.poll(() => outcomeOf(desk, second)).toEqual(['asignada', 1]);
  await phone.getByRole('button', { name: 'Atrás' }).tap();
  await expect(phone.getByRole('region', { name: 'En revisión' })).toContainText(second.code);
  await street.end();
});

test('delivers three parcels of one door with one confirmation', async ({ page, browser, app }) => {
  const recipient = { name: 'Rosa Huamán', phone: '987 654 321' };
  const place = { address: 'Mz. P Lt. 1', reference: null, ubigeo: '150122', point: null };
  const { desk, orders, link } = await prepare(page, 3, { recipient, place, collectDue: 1000 });
  const street = await Street.open(browser, app);
  await street.connect(await link());
  const phone = street.page;
  await street.stops.first().getByRole('link').tap();
  await phone.getByRole('button', { name: 'Entregar' }).tap();
  // No other test has this picture.
  await street.camera.setInputFiles(await fromCamera(phone, 30_971));
  await expect(phone.getByRole('button', { name: /^Ver foto 1/ })).toBeVisible();
  await phone.getByRole('button', { name: 'Efectivo' }).tap();
  await expect(phone.getByLabel('Efectivo S/')).toHaveValue('30.00');
  await phone.getByRole('button', { name: /^La misma persona/ }).tap();
  await phone.getByRole('button', { name: 'Confirmar 3 entregas' }).tap();
  await expect(phone.getByText('3 de 3')).toBeVisible();
  await street.expectSent();
  await street.end();
  for (const order of orders) await expect.poll(() => outcomeOf(desk, order)).toEqual(['entregada', 1]);
  const photos = await Promise.all(orders.map(({ id }) => desk.read<{ sameAs: unknown }[]>(`orders/${id}/evidence`)));
  expect(photos.flat().map(({ sameAs }) => sameAs)).toEqual([null, null, null]);
});

test('starts without a missing parcel, and the desk shows it', async ({ page, browser, app }) => {
  const { desk, orders, link } = await prepare(page, 3);
  const [first, second, third] = orders;
  if (!first || !second || !third) throw new Error('no orders');
  const street = await Street.open(browser, app);
  await street.connect(await link());
  const phone = street.page;
  await phone.getByRole('button', { name: 'Revisar la carga' }).tap();
  await expect(phone.getByText('Faltan 3')).toBeVisible();
  // As a hardware scanner types it.
  await phone.keyboard.type(first.code);
  await phone.keyboard.press('Enter');
  await phone.keyboard.type('OTRA-1');
  await phone.keyboard.press('Enter');
  await phone.getByRole('checkbox', { name: new RegExp(second.code) }).check();
  await expect(phone.getByText('Falta 1, sobra 1')).toBeVisible();
  await phone.getByRole('button', { name: 'Salí a ruta' }).tap();
  await expect(phone.getByRole('dialog')).toContainText(third.code);
  await phone.getByRole('button', { name: 'Salir sin ella' }).tap();
  await expect(phone.getByRole('heading', { name: 'Mi ruta' })).toBeVisible();
  const states = () => Promise.all(orders.map(async ({ id }) => (await desk.order(id)).state));
  await expect.poll(states).toEqual(['en_ruta', 'en_ruta', 'asignada']);
  const behind = phone.getByRole('list', { name: 'Paradas no cargadas' }).getByRole('link');
  await expect(behind).toContainText('No cargada');
  await expect(phone.getByRole('button', { name: /^Salí/ })).toHaveCount(0);
  await behind.tap();
  await phone.getByRole('button', { name: 'Ya lo cargué' }).tap();
  await expect(phone.getByRole('button', { name: 'Entregar' })).toBeVisible();
  await expect.poll(states).toEqual(['en_ruta', 'en_ruta', 'en_ruta']);
  await street.end();
});
