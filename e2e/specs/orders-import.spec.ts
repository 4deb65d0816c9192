import { type Locator } from '@playwright/test';
import { rows } from '../support/desk.ts';
import { dispatch, openFiles } from '../support/dispatch.ts';
import { orderFile, ownWord } from '../support/order-file.ts';
import { expect, signIn, test } from '../support/test.ts';

/** Drops a file on a part of the page, as from a folder of the computer. */
async function drop(target: Locator, file: ReturnType<typeof orderFile>): Promise<void> {
  const held = await target.page().evaluateHandle(
    ({ name, type, text }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name, { type }));
      return transfer;
    },
    { name: file.name, type: file.mimeType, text: file.buffer.toString('utf8') },
  );
  await target.dispatchEvent('dragover', { dataTransfer: held });
  await target.dispatchEvent('drop', { dataTransfer: held });
}

test('a file is taken wherever it is dropped, and what came of it can be looked at', async ({ page }) => {
  test.setTimeout(90_000);
  const word = ownWord('So');
  await signIn(page, 'ana', '/assing?oficina=AREQUIPA');
  await openFiles(page, 'Importar órdenes');
  const window = dispatch.imports(page);
  // Beside the window, where the browser itself would open the file instead of the page.
  await drop(page.locator('body'), orderFile({ word, lines: 4, district: 'Cayma' }));
  await expect(window.getByRole('heading', { name: '4 líneas: 4 correctas, ninguna con errores' })).toBeFocused();
  // What is being looked at is not changed by another file that falls on it.
  await drop(window, orderFile({ word: ownWord('No'), lines: 1, district: 'Cayma' }));
  await expect(window).toContainText('4 líneas: 4 correctas, ninguna con errores');

  // Said once of all the lines, and of which ones for who asks.
  const notes = window.getByRole('region', { name: 'Para tener en cuenta', exact: true });
  await expect(notes.getByRole('listitem')).toHaveText([/^4 líneas: «Bodega de Prueba» no está entre los clientes/]);
  await notes.getByText('4 líneas:').click();
  await expect(notes.getByText('Líneas 2–5 del archivo')).toBeVisible();

  await window.getByRole('button', { name: 'Importar 4 órdenes' }).click();
  await expect(window.getByText('Se importaron 4 órdenes')).toBeFocused();
  await window.getByRole('button', { name: 'Ver las 4 órdenes importadas' }).click();
  await expect(window).toBeHidden();
  await expect(page).toHaveURL(/[?&]lote=[0-9a-f-]{36}/);
  await expect(dispatch.count(page)).toHaveText('4 órdenes');
  await expect(rows(page)).toHaveCount(4);
  for (const row of await rows(page).all()) await expect(row).toContainText(word);

  await page.getByRole('button', { name: 'Quitar De una misma importación o acción' }).click();
  await expect(page).not.toHaveURL(/lote=/);
  await expect(dispatch.count(page)).not.toHaveText('4 órdenes');
});
