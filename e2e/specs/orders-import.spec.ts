import { type Locator } from '@playwright/test';
import { rows } from '../support/desk.ts';
import { chooseFile, dispatch, downloaded, linesOf, openFiles, searchOrders } from '../support/dispatch.ts';
import { COLUMN, dayInPeru, orderFile, ownWord, todayInPeru } from '../support/order-file.ts';
import { rolesWithin } from '../support/roles.ts';
import { workbook, type WorkbookCell } from '../support/workbook.ts';
import { expect, expectAccessibleInBothThemes, signIn, test } from '../support/test.ts';

/** Drops a file on a part of the page, as from a file manager. */
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

/* Long: each step waits for services that are busy with other tests. */
test.describe.configure({ timeout: 240_000 });

test('imports files: dropped, doubtful, any columns, hidden rows, and on a phone', async ({ page }) => {
  await signIn(page, 'ana', '/assing?oficina=AREQUIPA');
  const window = dispatch.imports(page);

  await test.step('accepts a file dropped anywhere, and shows the imported orders', async () => {
    const word = ownWord('So');
    await openFiles(page, 'Importar órdenes');
    // Next to the window, where the browser would otherwise open the file.
    const past = Object.fromEntries([2, 3, 4, 5].map((line) => [line, [COLUMN.date, dayInPeru(-1)] as const]));
    await drop(page.locator('body'), orderFile({ word, lines: 4, district: 'Cayma', broken: past }));
    await expect(window.getByRole('heading', { name: '4 líneas: 4 correctas, ninguna con errores' })).toBeFocused();
    // A second file dropped on the result is ignored.
    await drop(window, orderFile({ word: ownWord('No'), lines: 1, district: 'Cayma' }));
    await expect(window).toContainText('4 líneas: 4 correctas, ninguna con errores');

    // One note for all lines; details list the lines.
    const notes = window.getByRole('region', { name: 'Para tener en cuenta', exact: true });
    await expect(notes.getByRole('listitem')).toHaveText([/^4 líneas: La fecha ya pasó/]);
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

    await page.getByRole('button', { name: /^Quitar Importadas el \d+ \S+, \d\d:\d\d$/ }).click();
    await expect(page).not.toHaveURL(/lote=/);
    await expect(dispatch.count(page)).not.toHaveText('4 órdenes');
  });

  await test.step('recognizes a file and orders that exist already', async () => {
    const word = ownWord('Re');
    const file = orderFile({ word, lines: 3, district: 'Cayma', references: false });
    await openFiles(page, 'Importar órdenes');
    await chooseFile(page, file);
    await window.getByRole('button', { name: 'Importar 3 órdenes' }).click();
    await window.getByRole('button', { name: 'Importar otro archivo' }).click();

    await chooseFile(page, file);
    await expect(window).toContainText(/Ana Torres.* ya importó este mismo archivo el .*: 3 órdenes\./);
    await expect(window).toContainText('3 líneas: ninguna correcta');
    await window.getByRole('button', { name: 'Cancelar' }).click();

    await openFiles(page, 'Importar órdenes');
    await chooseFile(page, { ...file, buffer: Buffer.concat([file.buffer, Buffer.from('\r\n')]) });
    await expect(window).toContainText('3 líneas: ninguna correcta, 3 posibles repetidas, ninguna con errores');
    const doubtful = window.getByRole('region', { name: 'Posibles repetidas', exact: true });
    await expect(doubtful.getByRole('link')).toHaveText([/^D\d{7}$/, /^D\d{7}$/, /^D\d{7}$/]);
    for (const box of await doubtful.getByRole('checkbox').all()) await expect(box).not.toBeChecked();
    await expect(window.getByRole('button', { name: /^Importar \d/ })).toBeHidden();
    await expectAccessibleInBothThemes(page);
    await doubtful.getByRole('checkbox', { name: 'Importar la línea 3' }).check();
    await window.getByRole('button', { name: 'Importar 1 orden' }).click();
    await expect(window).toContainText('No se importaron 2 líneas (parecían repetidas: líneas 2 y 4).');
    await window.getByRole('button', { name: 'Cerrar', exact: true }).click();
  });

  await test.step('reads any columns, fixes errors in the preview, and remembers the columns', async () => {
    const word = ownWord('Co');
    const fileOf = (...names: string[]) => ({
      name: `${word}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(
        [
          `Pedidos de ${word}, semana 48`,
          `Quién ${word};Dónde;Comuna;Cuándo;Telf.`,
          ...names.map((name) => `${word} ${name};Calle Sucre 1;Caima;${todayInPeru()};987654321 / 912345678`),
        ].join('\r\n'),
      ),
    });
    await openFiles(page, 'Importar órdenes');
    await chooseFile(page, fileOf('uno', 'dos', 'tres'));
    for (const [heading, field] of [
      [`Quién ${word}`, 'Destinatario *'],
      ['Dónde', 'Dirección *'],
      ['Comuna', 'Distrito'],
      ['Cuándo', 'Fecha *'],
    ] as const) {
      await window.getByRole('combobox', { name: `«${heading}» es` }).click();
      await window.getByRole('option', { name: field, exact: true }).click();
    }
    await window.getByRole('combobox', { name: 'Cliente de todas las órdenes' }).fill('Bodega de Prueba');
    await expectAccessibleInBothThemes(page);
    await window.getByRole('button', { name: 'Continuar' }).click();

    await expect(window).toContainText('3 líneas: ninguna correcta, 3 con errores');
    await window.getByRole('button', { name: 'Corregir Distrito de la línea 5: Caima' }).click();
    await window.getByRole('textbox', { name: 'Distrito de la línea 5' }).fill('Yanahuara');
    await page.keyboard.press('Enter');
    await expect(window).toContainText('3 líneas: 1 correcta, 2 con errores');
    await window.getByRole('button', { name: '¿Quiso decir Cayma? (2 líneas)' }).first().click();
    await expect(window).toContainText('3 líneas: 3 correctas, ninguna con errores');
    // The client is unknown: the window asks about it once.
    await window.getByRole('button', { name: 'Importar 3 órdenes' }).click();
    await expect(window.getByRole('alert')).toContainText('decida quiénes son los clientes');
    await expect(window.getByRole('group', { name: '¿Quiénes son estos clientes?' })).toBeFocused();
    await window.getByRole('button', { name: 'Mantenerlo como texto' }).click();
    await window.getByRole('button', { name: 'Importar 3 órdenes' }).click();
    await window.getByRole('button', { name: 'Importar otro archivo' }).click();

    await chooseFile(page, fileOf('cuatro'));
    await expect(window).toContainText('Cliente de todas: Bodega de Prueba. Con las columnas que su oficina ya usó');
    await window.getByRole('button', { name: '¿Quiso decir Cayma?' }).click();
    await window.getByRole('button', { name: 'Cerrar la ventana' }).click();
    await page.getByRole('button', { name: 'Dejar sin importar' }).click();
    await searchOrders(page, word, '3 órdenes');
  });

  await test.step('accounts for hidden rows, totals, errors, removed lines and unknown clients', async () => {
    const word = ownWord('Cu');
    const day = { day: dayInPeru(0).split('/').toReversed().join('-') };
    const line = (name: string, client = 'C0001', district = 'Cayma'): WorkbookCell[] => [
      client,
      `${word} ${name}`,
      'Calle Sucre 1',
      district,
      day,
      10.5,
    ];
    await openFiles(page, 'Importar órdenes');
    await chooseFile(page, {
      name: `${word}.xlsx`,
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: workbook(
        [
          ['Cliente', 'Destinatario', 'Dirección', 'Distrito', 'Fecha', 'Cobro'],
          line('uno'),
          line('dos', `Tienda ${word}`),
          line('tres'),
          line('cuatro', 'C0001', 'Atlántida'),
          line('cinco'),
          ['TOTAL', '', '', '', '', 52.5],
        ],
        [4],
      ),
    });
    const figures = window.getByRole('region', { name: 'Cuenta de filas', exact: true });
    await expect(figures).toHaveText(
      /^7filas leídas=3en órdenes\+1con errores\+1oculta o tachada\+1total\+1de título$/,
    );
    await expect(window).toContainText('1 fila está oculta o filtrada en el archivo: 4.');
    await expect(window).toContainText('La fila 7 es un total.');
    await window.getByRole('button', { name: 'No importarlas' }).click();
    await window.getByRole('button', { name: 'Mantenerlo como texto' }).click();
    await window.getByRole('button', { name: 'Quitar la línea 6' }).click();
    await expect(figures).toContainText('=2en órdenes+1con errores+1quitada');
    await expectAccessibleInBothThemes(page);
    await window.getByRole('button', { name: 'Importar 2 órdenes' }).click();

    await expect(window.getByText('Se importaron 2 órdenes')).toBeFocused();
    await expect(figures).toHaveText(
      /^7filas leídas=2en órdenes\+1con errores\+1quitada\+1oculta o tachada\+1total\+1de título$/,
    );
    await expect(window).toContainText(
      'No se importaron 3 líneas (con errores: línea 5; quitada: línea 6; oculta o tachada: línea 4).',
    );
    await expectAccessibleInBothThemes(page);
    const lines = await linesOf(
      await downloaded(page, () => window.getByRole('link', { name: 'Descargar las no importadas' }).click()),
    );
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain(`${word} tres`);
    expect(lines[2]).toContain('No se conoce ese distrito');
    expect(lines[3]).toContain('La quitó quien importó el archivo');
    await window.getByRole('button', { name: 'Cerrar', exact: true }).click();
    await searchOrders(page, word, '2 órdenes');
  });

  await test.step('stacks both tables of lines on a phone and offers invalid lines as a file', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openFiles(page, 'Importar órdenes');
    const long = 'mañana-por-la-mañana-temprano-antes-de-las-nueve-y-media';
    await chooseFile(
      page,
      orderFile({ word: ownWord('Te'), lines: 4, district: 'Cayma', broken: { 3: [COLUMN.date, long] } }),
    );
    const broken = window.getByRole('region', { name: 'Tabla de líneas con errores', exact: true });
    const cells = broken.getByRole('cell');
    await expect(cells).toHaveText(['3', /002.*Calle Sucre 2/, 'Fecha', long, /^No es una fecha/, '']);

    const parts = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().toJSON() as DOMRect));
    const [line, recipient, , said, remedy] = parts;
    expect(recipient?.top).toBe(line?.top);
    expect(said?.top).toBeGreaterThanOrEqual(line?.bottom ?? Number.NaN);
    expect(remedy?.top).toBeGreaterThanOrEqual(said?.bottom ?? Number.NaN);
    expect(remedy?.left).toBe(line?.left);
    const sideways = (box: Locator) => box.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(await sideways(broken)).toBe(0);
    expect(await rolesWithin(page, broken)).toEqual({ table: 1, row: 2, columnheader: 6, cell: 6 });

    const good = window.getByRole('region', { name: 'Tabla de líneas correctas', exact: true });
    await expect(good.getByRole('row').nth(1).getByRole('cell').first()).toHaveText('2');
    expect(await sideways(good)).toBe(0);
    expect(await rolesWithin(page, good)).toEqual({ table: 1, row: 4, columnheader: 7, cell: 21 });
    await expectAccessibleInBothThemes(page);
    const lines = await linesOf(
      await downloaded(page, () => window.getByRole('link', { name: 'Descargar las líneas con errores' }).click()),
    );
    expect(lines).toEqual([expect.any(String), expect.stringMatching(/002.*No es una fecha/)]);
  });
});
