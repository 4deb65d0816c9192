import { type Locator, type Page } from '@playwright/test';
import { CourierCalls } from '../support/courier-calls.ts';
import { prepare } from '../support/street.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

/** The mark in the middle of the map, named by the card under the pointer. */
async function inTheMiddle(page: Page, map: Locator): Promise<string> {
  const box = await map.boundingBox();
  if (!box) throw new Error('The map is not there');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x + 60, y + 60);
  await page.mouse.move(x, y);
  return (await map.locator('[aria-hidden=true] > strong').allTextContents()).join();
}

test('the map finds an order by telephone, follows its courier and replays the day', async ({ page, app }) => {
  const { desk, tag, courier, link } = await prepare(page, 1);
  const telephone = `9${String(Date.now()).slice(-8)}`;
  const [order] = await desk.makeOrders(tag, 1, {
    recipient: { name: `${tag} Rosa`, phone: telephone },
    place: { address: 'Av. Larco 345', reference: null, ubigeo: '150122', point: { lat: -12.13, lng: -77.03 } },
  });
  if (!order) throw new Error('no order');
  await desk.assign([order], courier.id);
  const phone = await CourierCalls.connect(app.url, await link());
  await phone.start(12);
  await phone.sendPlace({ lat: -12.1, lng: -77.03 }, { secondsAgo: 10 });

  await page.goto('/map');
  const map = page.getByRole('application', { name: /^Mapa de la oficina/ });
  const panel = page.getByRole('complementary', { name: `Orden ${order.code}` });
  const where = panel.getByRole('region', { name: 'Dónde está' });
  const asked = page.getByRole('region', { name: courier.name });

  await test.step('the order is found by telephone', async () => {
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: '¿Dónde está mi pedido?' }).fill(telephone);
    await page.getByRole('option', { name: new RegExp(order.code) }).click();
    await expect(where).toContainText('Parada 2 de 2, 1 antes');
    await expect(where).toContainText(new RegExp(`${courier.name} · última señal hace \\d+ s`));
    await expect.poll(() => inTheMiddle(page, map)).toBe(order.code);
    await expectAccessible(page, `[aria-label="Orden ${order.code}"]`);
  });

  await test.step('the map follows the courier until it is moved', async () => {
    await where.getByRole('button', { name: 'Ver su ruta' }).click();
    await panel.getByRole('button', { name: 'Cerrar (Esc)' }).click();
    await expect(asked).toContainText('2por entregar');
    const follow = asked.getByRole('button', { name: /^Seguir|^Siguiendo/ });
    await follow.click();
    await expect(follow).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => inTheMiddle(page, map)).toBe(courier.name);
    await expectAccessible(page, `[aria-label="${courier.name}"]`);
    // A faster move would be rejected as a wrong position.
    await phone.sendPlace({ lat: -12.102, lng: -77.03 }, { speed: 10 });
    await expect(asked).toContainText('36 km/h');
    await expect.poll(() => inTheMiddle(page, map)).toBe(courier.name);

    const box = await map.boundingBox();
    if (!box) throw new Error('The map is not there');
    await page.mouse.move(box.x + 100, box.y + 300);
    await page.mouse.down();
    await page.mouse.move(box.x + 160, box.y + 360, { steps: 5 });
    await page.mouse.up();
    await expect(follow).toHaveAttribute('aria-pressed', 'false');
  });
  phone.end();

  await test.step('the working day is opened as a trail and replayed, by keyboard too', async () => {
    await asked.getByRole('button', { name: 'Recorrido' }).click();
    const side = page.getByRole('complementary', { name: 'Repartidores del día' });
    await expect(side.getByRole('heading', { name: `Recorrido de ${courier.name}` })).toBeVisible();
    await expect(side).toContainText('sin «Cierre» todavía');
    await expect(page).toHaveURL(new RegExp(`repetir=\\d{4}-\\d\\d-\\d\\d.*recorrido=${courier.id}`));
    await expectAccessible(page);

    await side.getByRole('button', { name: 'Todos' }).click();
    const all = side.getByRole('list', { name: 'Repartidores del día' });
    await expect(all).toContainText(courier.name);
    // At night this courier's minute is the whole day, which plays in a second at the usual speed.
    await page.getByRole('combobox', { name: 'Velocidad' }).selectOption('1×');
    const slider = page.getByRole('slider', { name: 'Hora' });
    const end = await slider.getAttribute('max');
    await slider.focus();
    await page.keyboard.press('End');
    await expect(slider).toHaveValue(end ?? '');
    await expect(page).toHaveURL(/a-las=\d\d%3A\d\d/);
    // The replay has ended, so it starts again.
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Pausar' })).toBeVisible();
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Reproducir' })).toBeVisible();

    await page.reload();
    await expect(all).toBeVisible();
    await page.getByRole('button', { name: 'Volver al vivo' }).click();
    await expect(page.getByRole('complementary', { name: 'Órdenes y repartidores del mapa' })).toBeVisible();
    await expect(page).not.toHaveURL(/repetir/);
  });
});
