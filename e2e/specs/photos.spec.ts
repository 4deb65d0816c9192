import { blackPng } from '@despacho/tooling/pictures/black-png';
import { openOrderForm } from '../support/order-form.ts';
import { expect, test } from '../support/test.ts';

test('S43: a photo added to an order is shown there and in Imagenes, live, and can be downloaded', async ({
  page,
  context,
}) => {
  const { order } = await openOrderForm(page);
  await page.getByRole('button', { name: 'Cancelar' }).click();
  const wall = await context.newPage();
  await wall.goto('/images?tipo=fachada');
  await expect(wall.getByRole('heading', { name: /foto/ })).toBeVisible();

  await page.getByRole('button', { name: 'Agregar fotos' }).click();
  await page.getByRole('combobox', { name: 'De qué son las fotos' }).selectOption('Fachada');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Seleccionar fotos' }).click();
  await (await chooser).setFiles({ name: 'puerta.png', mimeType: 'image/png', buffer: blackPng(640, 480) });
  await page.getByRole('button', { name: 'Subir 1 foto' }).click();
  const tile = page.getByRole('button', { name: /^Ver la foto: Fachada/ });
  await expect(tile.locator('img')).toHaveJSProperty('naturalWidth', 320);

  await wall.getByRole('button', { name: order.code }).click();
  const box = wall.getByRole('dialog', { name: 'Foto 1 de 1: Fachada' });
  await expect(box.getByRole('img')).toHaveJSProperty('naturalWidth', 640);
  await wall.keyboard.press('r');
  const download = wall.waitForEvent('download');
  await box.getByRole('button', { name: 'Descargar' }).click();
  expect((await download).suggestedFilename()).toMatch(new RegExp(`^${order.code}-fachada-\\d+\\.jpg$`));
  await wall.keyboard.press('Escape');
  await expect(box).toHaveCount(0);
});
