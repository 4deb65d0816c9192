import { readFile } from 'node:fs/promises';
import { type Locator, type Page } from '@playwright/test';
import { blackPng } from '@despacho/tooling/pictures/black-png';
import { CourierCalls } from '../support/courier-calls.ts';
import { downloaded } from '../support/dispatch.ts';
import { shell } from '../support/shell.ts';
import { prepare } from '../support/street.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { unzipped } from '../support/zip.ts';

/** Drops photos that the page draws itself: of `sides` pixels, with noise, so that the large ones have megabytes. */
async function dropPhotos(page: Page, target: Locator, sides: readonly number[]): Promise<number[]> {
  const made = await page.evaluateHandle(async (all) => {
    const dataTransfer = new DataTransfer();
    for (const side of all) {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [side, side];
      const pixels = new ImageData(side, side);
      let seed = side;
      for (let at = 0; at < pixels.data.length; at += 1) {
        seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
        pixels.data[at] = at % 4 === 3 ? 255 : seed >> 16;
      }
      canvas.getContext('2d')?.putImageData(pixels, 0, 0);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 1));
      if (blob) dataTransfer.items.add(new File([blob], `IMG_${side}.jpg`, { type: 'image/jpeg' }));
    }
    return dataTransfer;
  }, sides);
  await target.dispatchEvent('dragover', { dataTransfer: made });
  await target.dispatchEvent('drop', { dataTransfer: made });
  return made.evaluate((dataTransfer) => [...dataTransfer.files].map(({ size }) => size));
}

test('S43: photos appear live in Imagenes, download, and are removed with a reason', async ({ page, app }) => {
  const { desk, courier, orders, link } = await prepare(page, 2);
  const [byPhone = '', code = ''] = orders.map((order) => order.code);
  await desk.close([orders[1]], { to: 'entregada' });
  // Only its own photos: the demonstration draws its photos when they are first shown.
  await page.goto(`/images?vista=orden&repartidor=${courier.id}`);

  const tile = (of: string) =>
    page
      .locator(':has(> [data-photo])')
      .filter({ has: page.getByRole('checkbox', { name: `Seleccionar Entrega de ${of}` }) })
      .locator('[data-photo]')
      .first();
  const choose = (of: string) => page.getByRole('checkbox', { name: `Seleccionar las fotos de ${of}` });
  await test.step('a photo of a phone appears, and is downloaded', async () => {
    await expect(page.getByText('Ninguna foto cumple los filtros')).toBeVisible();
    await expect(shell.live(page)).toBeVisible();
    const phone = await CourierCalls.connect(app.url, await link());
    await phone.deliver();
    phone.end();
    await expect(choose(byPhone)).toBeVisible();
    await tile(byPhone).click();
    const box = page.getByRole('dialog', { name: /: Entrega$/ });
    await expect(box.getByRole('img')).toHaveJSProperty('naturalWidth', 640);
    await page.keyboard.press('r');
    const download = await downloaded(page, () => box.getByRole('button', { name: 'Descargar' }).click());
    expect(download.suggestedFilename()).toMatch(new RegExp(`^${byPhone}-entrega-\\d+\\.jpg$`));
    await page.keyboard.press('Escape');
    await expect(box).toHaveCount(0);
  });

  await test.step('photos dropped on an order replace its missing ones', async () => {
    await page.getByRole('button', { name: 'Faltan' }).click();
    const row = page.getByRole('listitem').filter({ hasText: code });
    await expect(row.getByText('Falta entrega')).toBeVisible();
    const [large = 0] = await dropPhotos(page, row, [2200, 320]);
    expect(large).toBeGreaterThan(1024 * 1024);
    const upload = page.getByRole('dialog', { name: `Subir fotos a ${code}` });
    const sent: number[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/evidence?'))
        sent.push(request.postDataBuffer()?.length ?? 0);
    });
    await upload.getByRole('button', { name: 'Subir 2 fotos' }).click();
    await expect(upload).toHaveCount(0);
    // The large one was made smaller before it was sent.
    expect(Math.max(...sent)).toBeLessThan(large);
    await expect(row).toHaveCount(0);
  });

  await test.step('the photos of an order are downloaded as a ZIP', async () => {
    await page.getByRole('button', { name: 'Por orden' }).click();
    await expect(page).toHaveURL(/vista=orden/);
    await choose(code).check();
    const bar = page.getByRole('region', { name: 'Fotos seleccionadas' });
    await expect(bar).toContainText('2 fotos');
    const download = await downloaded(page, () => bar.getByRole('button', { name: 'Descargar ZIP' }).click());
    expect(download.suggestedFilename()).toMatch(/^fotos-LIMA-\d{4}-\d{2}-\d{2}\.zip$/);
    const files = unzipped(await readFile(await download.path()));
    const names = [...files.keys()];
    expect(names).toEqual([
      expect.stringMatching(new RegExp(`^${code}/.*-entrega-\\d+\\.jpg$`)),
      expect.stringMatching(new RegExp(`^${code}/.*-entrega-\\d+\\.jpg$`)),
      'indice.csv',
    ]);
    for (const name of names.slice(0, 2)) expect(files.get(name)?.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    const index = files.get('indice.csv')?.toString('utf8') ?? '';
    for (const name of names.slice(0, 2)) expect(index).toContain(`${name};${code};Entregada;Boticas de prueba;`);
  });

  await test.step('the window to share a day passes axe', async () => {
    await page.getByRole('button', { name: 'Compartir', exact: true }).click();
    const window = page.getByRole('dialog', { name: 'Compartir las constancias de un cliente' });
    await expect(window.getByRole('button', { name: 'Crear enlace' })).toBeDisabled();
    await expectAccessible(page, 'dialog[open]');
    await page.keyboard.press('Escape');
  });

  await test.step('a photo is removed with a reason, which the history of the order has', async () => {
    await tile(code).click();
    await page.getByRole('button', { name: 'Eliminar la foto' }).click();
    const removal = page.getByRole('dialog', { name: 'Eliminar la foto' });
    await removal.getByRole('textbox', { name: 'Motivo' }).fill('Se ve un documento');
    await removal.getByRole('button', { name: 'Eliminar la foto' }).click();
    await expect(removal).toHaveCount(0);
    await page.keyboard.press('Escape');
    // One pane at a time, without the map.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('link', { name: code }).click();
    const history = page.getByRole('list', { name: 'Historia' });
    await expect(history).toContainText('Foto eliminada: Entrega');
    await expect(history).toContainText('«Se ve un documento»');
    await expect(page.getByRole('button', { name: /^Ver la foto: Entrega/ })).toHaveCount(1);
  });

  await test.step('a photo is added to the order', async () => {
    await page.getByRole('button', { name: 'Agregar fotos' }).click();
    await page.getByRole('combobox', { name: 'De qué son las fotos' }).selectOption('Fachada');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Seleccionar fotos' }).click();
    await (await chooser).setFiles({ name: 'puerta.png', mimeType: 'image/png', buffer: blackPng(640, 480) });
    await page.getByRole('button', { name: 'Subir 1 foto' }).click();
    const added = page.getByRole('button', { name: /^Ver la foto: Fachada/ });
    await expect(added.locator('img')).toHaveJSProperty('naturalWidth', 320);
  });
});
