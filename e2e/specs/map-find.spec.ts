import { type Locator, type Page } from '@playwright/test';
import { prepare, Street } from '../support/street.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

/** Calls the gateway as the courier's page does. */
const callAsPhone = (phone: Page, path: string, body: object): Promise<number> =>
  phone.evaluate(
    async ([path, body]) => {
      const token = /XSRF-REPARTO=([^;]*)/.exec(document.cookie)?.[1] ?? '';
      const headers = { 'content-type': 'application/json', 'x-xsrf-token': decodeURIComponent(token) };
      return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).status;
    },
    [path, body] as const,
  );

const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();

/** The courier's phone is at a place, with a speed in meters a second. */
async function sendPlace(phone: Page, seconds: number, lat: number, speed: number): Promise<void> {
  const fixes = [{ at: ago(seconds), lat, lng: -77.03, accuracy: 8, speed }];
  expect(await callAsPhone(phone, '/api/field/positions', { fixes })).toBe(200);
}

/** What is in the middle of the map, as the card under the pointer says. */
async function inTheMiddle(page: Page, map: Locator): Promise<string> {
  const box = await map.boundingBox();
  if (!box) throw new Error('The map is not there');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x + 60, y + 60);
  await page.mouse.move(x, y);
  return (await map.locator('[aria-hidden=true] > strong').allTextContents()).join();
}

test('finds an order by telephone, says who brings it, and follows the courier', async ({ page, browser, app }) => {
  const { desk, tag, courier, link } = await prepare(page, 1);
  const telephone = `9${String(Date.now()).slice(-8)}`;
  const [order] = await desk.makeOrders(tag, 1, {
    recipient: { name: `${tag} Rosa`, phone: telephone },
    place: { address: 'Av. Larco 345', reference: null, ubigeo: '150122', point: { lat: -12.13, lng: -77.03 } },
  });
  if (!order) throw new Error('no order');
  await desk.assign([order], courier.id);
  const street = await Street.open(browser, app);
  await street.connect(await link());
  const start = { id: crypto.randomUUID(), at: ago(60) };
  expect(await callAsPhone(street.page, '/api/field/start', start)).toBe(200);
  await sendPlace(street.page, 40, -12.1, 0);

  await page.goto('/map');
  const map = page.getByRole('application', { name: /^Mapa de la oficina/ });
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: '¿Dónde está mi pedido?' }).fill(telephone);
  await page.getByRole('option', { name: new RegExp(order.code) }).click();
  const panel = page.getByRole('complementary', { name: `Orden ${order.code}` });
  const where = panel.getByRole('region', { name: 'Dónde está' });
  await expect(where).toContainText('Parada 2 de 2, 1 antes');
  await expect(where).toContainText(new RegExp(`${courier.name} · última señal hace \\d+ s`));
  await expect.poll(() => inTheMiddle(page, map)).toBe(order.code);
  await expectAccessible(page);

  await where.getByRole('button', { name: 'Ver su ruta' }).click();
  await panel.getByRole('button', { name: 'Cerrar (Esc)' }).click();
  const asked = page.getByRole('region', { name: courier.name });
  await expect(asked).toContainText('2por entregar');
  const follow = asked.getByRole('button', { name: /^Seguir|^Siguiendo/ });
  await follow.click();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => inTheMiddle(page, map)).toBe(courier.name);
  await expectAccessible(page);
  await sendPlace(street.page, 1, -12.11, 10);
  await expect(asked).toContainText('36 km/h');
  await expect.poll(() => inTheMiddle(page, map)).toBe(courier.name);

  const box = await map.boundingBox();
  if (!box) throw new Error('The map is not there');
  await page.mouse.move(box.x + 100, box.y + 300);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y + 360, { steps: 5 });
  await page.mouse.up();
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  await street.end();
});
