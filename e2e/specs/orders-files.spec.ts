import { chooseFile, dispatch, downloaded, linesOf, openFiles, searchOrders } from '../support/dispatch.ts';
import { Desk } from '../support/desk.ts';
import { COLUMN, orderFile, ownWord, todayInPeru } from '../support/order-file.ts';
import { expect, expectAccessibleInBothThemes, signIn, test } from '../support/test.ts';
import { workbook, type WorkbookCell } from '../support/workbook.ts';

const OFFICE = '/assing?oficina=AREQUIPA';

test('an import lists invalid lines, imports the rest, and recognizes the file again', async ({ page }) => {
  const word = ownWord('Im');
  const file = orderFile({
    word,
    lines: 12,
    district: 'Cayma',
    broken: { 4: [COLUMN.date, '31/02/2026'], 9: [COLUMN.collect, 'diez'] },
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, 'ana', OFFICE);
  await openFiles(page, 'Importar órdenes');
  await chooseFile(page, file);
  const window = dispatch.imports(page);
  await expect(window).toContainText('12 líneas: 10 correctas, 2 con errores');
  const broken = window.getByRole('region', { name: 'Líneas con errores', exact: true }).getByRole('row');
  await expect(broken).toHaveText([
    /^Línea/,
    `4${word} 003Calle Sucre 3Fecha31/02/2026No es una fechaEscríbala como 24/11/2026`,
    `9${word} 008Calle Sucre 8Cobro (S/)diezNo es un montoEscríbalo como 45.90`,
  ]);
  await expect(window.getByRole('region', { name: 'Líneas correctas', exact: true }).getByRole('row')).toHaveCount(11);
  await expectAccessibleInBothThemes(page);

  const lines = await linesOf(
    await downloaded(page, () => window.getByRole('link', { name: 'Descargar las líneas con errores' }).click()),
  );
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`${word} 003`);
  expect(lines[1]).toContain('No es una fecha');
  expect(lines[2]).toContain(`${word} 008`);

  await window.getByRole('button', { name: 'Importar las 10 correctas' }).click();
  await expect(window.getByText('Se importaron 10 órdenes')).toBeVisible();
  await window.getByRole('button', { name: 'Importar otro archivo' }).click();
  await chooseFile(page, file);
  await expect(window).toContainText(/Ana Torres.* ya importó este mismo archivo el .*: 10 órdenes\./);
  await expect(window).toContainText('12 líneas: ninguna correcta, 12 con errores');
  await window.getByRole('button', { name: 'Cancelar' }).click();
  await searchOrders(page, word, '10 órdenes');
});

test('imports a workbook saved by a spreadsheet, with its dates, times and numbers', async ({ page }) => {
  const word = ownWord('Ex');
  await signIn(page, 'ana', '/assing?oficina=LIMA');
  await openFiles(page, 'Importar órdenes');
  const [day, month, year] = todayInPeru().split('/').map(Number);
  const today = { day: new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day)).toISOString().slice(0, 10) };
  const line = (name: string, date: WorkbookCell, phone: number): WorkbookCell[] => [
    'C0001',
    `${word}-${name}`,
    `${word} ${name} & Cía.`,
    phone,
    'Calle Sucre 1',
    'Miraflores',
    date,
    0.375,
    0.75,
    45.9,
  ];
  await chooseFile(page, {
    name: `${word}.xlsx`,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: workbook([
      [
        'Cliente',
        'Pedido',
        'Destinatario',
        'Teléfono',
        'Dirección',
        'Distrito',
        'Fecha',
        'Desde',
        'Hasta',
        'Cobro (S/)',
      ],
      line('1', today, 987654321),
      line('2', 'mañana', 987654321),
      line('3', today, 98765),
    ]),
  });
  const window = dispatch.imports(page);
  await expect(window).toContainText('3 líneas: 1 correcta, 2 con errores');
  const broken = window.getByRole('region', { name: 'Líneas con errores', exact: true }).getByRole('row');
  await expect(broken).toHaveText([
    /^Línea/,
    /^3.*2 & Cía\.Calle Sucre 1Fechamañana/,
    /^4.*3 & Cía\.Calle Sucre 1Teléfono98765No es un teléfono/,
  ]);
  await window.getByRole('button', { name: /^Importar la / }).click();
  await expect(window.getByText('Se importó 1 orden')).toBeVisible();
  await window.getByRole('button', { name: 'Cerrar', exact: true }).click();
  await searchOrders(page, word, '1 orden');
  const { orders } = await new Desk(page).read<{ orders: object[] }>(`orders?buscar=${word}`);
  expect(orders).toMatchObject([
    {
      recipient: { name: `${word} 1 & Cía.`, phone: '987654321' },
      clientReference: `${word}-1`,
      date: today.day,
      window: { from: '09:00', to: '18:00' },
      collect: { due: 4590 },
    },
  ]);
});

test('an export contains the whole filter result in each format', async ({ page }) => {
  const word = ownWord('Ex');
  await signIn(page, 'ana', OFFICE);
  await openFiles(page, 'Importar órdenes');
  await chooseFile(page, orderFile({ word, lines: 130, district: 'Cayma' }));
  const imports = dispatch.imports(page);
  await imports.getByRole('button', { name: 'Importar 130 órdenes' }).click();
  await expect(imports.getByText('Se importaron 130 órdenes')).toBeVisible();
  await imports.getByRole('button', { name: 'Cerrar', exact: true }).click();
  await searchOrders(page, word, '130 órdenes');

  await openFiles(page, 'Exportar órdenes');
  const exports = dispatch.exports(page);
  // Shortcuts of the section behind it are off.
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await exports.getByRole('radio', { name: /^CSV/ }).check();
  const csv = await downloaded(page, () => exports.getByRole('button', { name: 'Exportar 130 órdenes' }).click());
  expect(csv.suggestedFilename()).toMatch(/^ordenes-AREQUIPA-\d{4}-\d\d-\d\d\.csv$/);
  const [header = '', ...lines] = await linesOf(csv);
  expect(header).toContain('Código');
  expect(lines).toHaveLength(130);
  expect(lines.filter((line) => line.includes(word))).toHaveLength(130);
  const ready = page.getByRole('dialog', { name: 'La descarga empezó' });
  await expect(ready).toContainText('con 130 órdenes');
  await ready.getByRole('button', { name: 'Cerrar', exact: true }).click();

  await openFiles(page, 'Exportar órdenes');
  const xlsx = await downloaded(page, () => exports.getByRole('button', { name: 'Exportar 130 órdenes' }).click());
  expect(xlsx.suggestedFilename()).toMatch(/\.xlsx$/);
});
