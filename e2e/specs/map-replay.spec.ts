import { type CourierTrail } from '@despacho/contracts/dispatch';
import { prepare, Street } from '../support/street.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test('a courier’s working day is opened as a trail and repeated, by keyboard too', async ({ page, browser, app }) => {
  const { desk, courier, link } = await prepare(page, 1);
  const phone = await Street.open(browser, app);
  try {
    await phone.connect(await link());
    await phone.page.getByRole('button', { name: 'Salí a ruta' }).tap();
    await expect.poll(async () => (await desk.read<CourierTrail>(`couriers/${courier.id}/trail`)).work).not.toBeNull();
  } finally {
    await phone.end();
  }

  await page.goto(`/map?repartidor=${courier.id}`);
  await page.getByRole('button', { name: 'Recorrido' }).click();
  const side = page.getByRole('complementary', { name: 'Repartidores del día' });
  await expect(side.getByRole('heading', { name: `Recorrido de ${courier.name}` })).toBeVisible();
  await expect(side).toContainText('sin «Cierre» todavía');
  await expect(page).toHaveURL(new RegExp(`repetir=\\d{4}-\\d\\d-\\d\\d.*recorrido=${courier.id}`));
  await expectAccessible(page);

  await side.getByRole('button', { name: 'Todos' }).click();
  await expect(side.getByRole('list', { name: 'Repartidores del día' })).toContainText(courier.name);
  const slider = page.getByRole('slider', { name: 'Hora' });
  const end = await slider.getAttribute('max');
  await slider.focus();
  await page.keyboard.press('End');
  await expect(slider).toHaveValue(end ?? '');
  await expect(page).toHaveURL(/a-las=\d\d%3A\d\d/);
  // It is over, so it begins again.
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pausar' })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Reproducir' })).toBeVisible();

  await page.reload();
  await expect(side.getByRole('list', { name: 'Repartidores del día' })).toBeVisible();
  await page.getByRole('button', { name: 'Volver al vivo' }).click();
  await expect(page.getByRole('complementary', { name: 'Órdenes y repartidores del mapa' })).toBeVisible();
  await expect(page).not.toHaveURL(/repetir/);
});
