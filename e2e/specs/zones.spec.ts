import { Desk, uniqueTag } from '../support/desk.ts';
import { expect, expectAccessible, openSession, test } from '../support/test.ts';

/** Corners around a place of Miraflores, and the place. */
const CORNERS = ['-12.1251, -77.0351', '-12.1251, -77.0249', '-12.1149, -77.0249', '-12.1149, -77.0351'];
const INSIDE = { lat: -12.12, lng: -77.03 };
const OUTSIDE = { lat: -12.07, lng: -77.05 };

test('charge S draws a zone, filters by it, edits it on the map, and takes everything back', async ({ page }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const made = [];
  for (const point of [INSIDE, OUTSIDE]) {
    const place = { address: `Calle ${tag} ${point.lat}`, reference: null, ubigeo: '150122', point };
    made.push(...(await desk.makeOrders(tag, 1, { place })));
  }
  const [inside, outside] = made.map(({ code }) => code);
  const orders = page.getByRole('list', { name: 'Órdenes del mapa' });

  await page.goto(`/map?buscar=${tag}`);
  await expect(orders.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Zonas', exact: true }).click();
  await page.getByRole('button', { name: 'Dibujar zona' }).click();
  await page.getByRole('textbox', { name: 'Nombre' }).fill(`Zona ${tag}`);
  const place = page.getByRole('textbox', { name: /^Latitud y longitud/ });
  for (const corner of CORNERS) {
    await place.fill(corner);
    await page.getByRole('button', { name: 'Agregar esquina' }).click();
  }
  await page.getByRole('button', { name: 'Terminar el dibujo' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Guardar zona' }).click();
  const panel = page.getByRole('region', { name: 'Zonas de la oficina' });
  await expect(panel.getByText(`Zona «Zona ${tag}» guardada`)).toBeVisible();
  await expectAccessible(page);

  // A pin on the map is moved like any other, and what was done is taken back.
  await panel.getByRole('button', { name: `Editar Zona ${tag}` }).click();
  const corner = page.getByRole('button', { name: 'Esquina 1 de 4' });
  await corner.press('ArrowLeft');
  await expect(place).not.toHaveValue(CORNERS[0] ?? '');
  await page.getByRole('button', { name: 'Guardar zona' }).click();
  await panel.getByRole('button', { name: 'Deshacer' }).click();
  await expect(panel.getByText(`Zona «Zona ${tag}» guardada`)).toBeHidden();
  await panel.getByRole('button', { name: `Editar Zona ${tag}` }).click();
  await expect(place).toHaveValue(CORNERS[0] ?? '');
  await page.getByRole('button', { name: 'Volver a las zonas' }).click();
  await panel.getByRole('button', { name: 'Cerrar las zonas' }).click();

  const choose = async (name: string): Promise<void> => {
    await page.getByRole('combobox', { name: /^Zona/ }).click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await choose(`Zona ${tag}`);
  await expect(orders.getByRole('listitem')).toHaveCount(1);
  await expect(orders).toContainText(inside ?? '');
  await expect(orders).not.toContainText(outside ?? '');

  await page.getByRole('button', { name: 'Zonas', exact: true }).click();
  await panel.getByRole('button', { name: `Editar Zona ${tag}` }).click();
  await page.getByRole('button', { name: 'Quitar', exact: true }).click();
  await page.getByRole('button', { name: 'Quitar zona' }).click();
  await expect(panel.getByText(`Zona «Zona ${tag}» quitada`)).toBeVisible();
  await panel.getByRole('button', { name: 'Deshacer' }).click();
  await expect(panel.getByRole('button', { name: `Editar Zona ${tag}` })).toBeVisible();
  await panel.getByRole('button', { name: 'Cerrar las zonas' }).click();
  await expect(orders.getByRole('listitem')).toHaveCount(1);
});
