import { crc32, deflateSync } from 'node:zlib';
import { openOrderForm } from '../support/order-form.ts';
import { expect, test } from '../support/test.ts';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

/** A black PNG of 640 by 480 pixels. */
function photo(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(640, 0);
  header.writeUInt32BE(480, 4);
  header[8] = 8;
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(641 * 480))), chunk('IEND', Buffer.alloc(0))]; // prettier-ignore
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]);
}

test('S43: a photo added to an order is shown there and in Imagenes, live, and can be downloaded', async ({
  page,
  context,
}) => {
  const { order } = await openOrderForm(page);
  await page.getByRole('button', { name: 'Cancelar' }).click();
  const wall = await context.newPage();
  await wall.goto('/images?tipo=fachada');
  await expect(wall.getByRole('heading', { name: /foto/ })).toBeVisible();

  await page.getByRole('button', { name: 'Agregar foto' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Fachada' }).click();
  await (await chooser).setFiles({ name: 'puerta.png', mimeType: 'image/png', buffer: photo() });
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
