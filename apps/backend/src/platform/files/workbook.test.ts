import { describe, expect, it } from 'vitest';
import { workbookOf, zipped } from '#test/hostile-workbooks.ts';
import { parseImport } from '#work/imports/parse-import.ts';
import { readFile } from '#work/imports/read-file.ts';
import { type FileChoice, type SheetFile, unreadableCell } from './sheet.ts';

/** @returns the content of a workbook. */
function sheetOf(bytes: Buffer, choice: FileChoice = {}): SheetFile {
  const file = readFile(bytes, choice);
  if (file.kind !== 'sheet') throw new Error(file.format);
  return file;
}

const data = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const styles = (formats: readonly string[]): string =>
  `<styleSheet><numFmts>${formats.map((code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${code}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf/>${formats.map((_, index) => `<xf numFmtId="${170 + index}"/>`).join('')}<xf xfId="0"/></cellXfs></styleSheet>`;
const rowsOf = async (rows: string, more: Record<string, string> = {}) =>
  sheetOf(await workbookOf(data(rows), more)).rows;

const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships';

describe('the parts of a workbook', () => {
  it('are found by their relationships, whatever their names, prefixes and edition', async () => {
    const bytes = await zipped({
      '_RELS/.rels': `<p:Relationships xmlns:p="x"><p:Relationship Id="a" Type="${STRICT}/officeDocument" Target="/Libro/Principal.XML"/></p:Relationships>`,
      'libro/principal.xml':
        '<s:workbook xmlns:s="m" xmlns:q="r"><s:sheets><s:sheet name="Gráfico" q:id="c"/><s:sheet name="Uno" q:id="s"/></s:sheets></s:workbook>',
      'Libro/_rels/Principal.xml.rels': `<Relationships><Relationship Id="t" Type="${STRICT}/sharedStrings" Target="Textos%20de%20hoy.xml"/><Relationship Id="s" Type="${STRICT}/worksheet" Target="../hojas/UNO.xml"/><Relationship Id="f" Type="${STRICT}/styles" Target="Formatos.xml"/><Relationship Id="c" Type="${STRICT}/chartsheet" Target="c.xml"/></Relationships>`,
      'Libro\\textos de hoy.xml': '<s:sst xmlns:s="m"><s:si><s:t>Cliente</s:t></s:si></s:sst>',
      'libro/formatos.XML': styles(['000']),
      'Hojas/uno.xml':
        '<s:worksheet xmlns:s="m"><s:sheetData><s:row><s:c t="s"><s:v>0</s:v></s:c><s:c s="1"><s:v>7</s:v></s:c></s:row></s:sheetData></s:worksheet>',
    });
    expect(sheetOf(bytes)).toEqual({
      kind: 'sheet',
      rows: [{ line: 1, cells: ['Cliente', '007'] }],
      sheets: [{ name: 'Uno', hidden: false, rows: 1 }],
      sheet: 0,
      encoding: null,
    });
  });

  it('make the cells that refer to a missing part errors', async () => {
    expect(await rowsOf('<row><c t="s"><v>0</v></c><c t="s"><v>-1</v></c></row>')).toEqual([
      { line: 1, cells: [unreadableCell('error', ''), unreadableCell('error', '')] },
    ]);
  });

  it('include sheets: reads the first visible one with content, or the chosen one', async () => {
    const row = (text: string): string => `<row><c t="str"><v>${text}</v></c></row>`;
    const more = {
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="Oculta" state="veryHidden" r:id="a"/><sheet name="Vacía" r:id="b"/><sheet name="Uno" r:id="rId1"/><sheet name="Dos" r:id="c"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="a" Target="a.xml"/><Relationship Id="b" Target="b.xml"/><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="c" Target="c.xml"/></Relationships>',
      'xl/a.xml': data(row('a')),
      'xl/b.xml': data('<row/><row><c s="1"/></row>'),
      'xl/c.xml': data(`${row('x')}<row/>${row('y')}`),
    };
    const bytes = await workbookOf(data(row('uno')), more);
    const sheets = [
      { name: 'Oculta', hidden: true, rows: 1 },
      { name: 'Vacía', hidden: false, rows: 0 },
      { name: 'Uno', hidden: false, rows: 1 },
      { name: 'Dos', hidden: false, rows: 2 },
    ];
    expect(sheetOf(bytes)).toMatchObject({ sheets, sheet: 2, rows: [{ cells: ['uno'] }] });
    expect(sheetOf(bytes, { sheet: 3 })).toMatchObject({ sheets, sheet: 3, rows: [{}, {}, { line: 3, cells: ['y'] }] });
    expect(sheetOf(bytes, { sheet: 9 }).sheet).toBe(2);
  });
});

describe('the rows of a workbook', () => {
  it('are marked if they are hidden', async () => {
    const row = (attributes: string): string => `<row ${attributes}><c><v>1</v></c></row>`;
    const rows = await rowsOf(
      ['', 'hidden="1"', 'hidden="true"', 'ht="0" customHeight="1"', 'hidden="0"'].map(row).join(''),
    );
    expect(rows.map(({ hidden }) => hidden)).toEqual([undefined, true, true, true, undefined]);
  });

  it('have the right numbers, in any order, whether stated or not', async () => {
    const row = (number: string, value: string): string => `<row${number}><c><v>${value}</v></c></row>`;
    const rows = await rowsOf(row(' r="5"', '5') + row('', '6') + row(' r="2"', '2') + row(' r="5"', '55'));
    expect(rows.filter(({ cells }) => cells.length > 0)).toEqual([
      { line: 2, cells: ['2'] },
      { line: 5, cells: ['5'] },
      { line: 5, cells: ['55'] },
      { line: 6, cells: ['6'] },
    ]);
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 5, 6]);
  });

  it('report two cells with the same reference', async () => {
    const rows = await rowsOf('<row><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c><c r="A1"><v>3</v></c></row>');
    expect(rows).toEqual([{ line: 1, cells: [unreadableCell('error', '1 / 3'), '2'] }]);
  });

  it('exclude the anchors of drawings', async () => {
    const sheet = `<worksheet><sheetData><row><c><v>1</v></c></row></sheetData><controls><from><row>5</row></from></controls></worksheet>`;
    expect(sheetOf(await workbookOf(sheet)).rows).toHaveLength(1);
  });
});

describe('a cell of a workbook', () => {
  const cellOf = async (cell: string, more: Record<string, string> = {}) =>
    (await rowsOf(`<row>${cell}<c r="Z1"><v>1</v></c></row>`, more))[0]?.cells[0];

  it.each([
    ['an error', '<c t="e"><v>#N/A</v></c>', unreadableCell('error', '#N/A')],
    ['a formula without a value', '<c><f>A1</f></c>', unreadableCell('formula', '')],
    ['a formula with an empty value', '<c><f>A1</f><v/></c>', unreadableCell('formula', '')],
    ['a text formula without a value', '<c t="str"><f>A1</f></c>', unreadableCell('formula', '')],
    ['a formula of empty text', '<c t="str"><f>A1</f><v></v></c>', ''],
    ['a formula with a value', '<c><f>A1</f><v>0</v></c>', '0'],
    ['an error as text', '<c t="str"><v>#¡VALOR!</v></c>', unreadableCell('error', '#¡VALOR!')],
    ['16 digits', '<c><v>1234567890123456</v></c>', unreadableCell('rounded', '1234567890123456')],
    ['15 digits', '<c><v>123456789012345</v></c>', '123456789012345'],
    ['an exponent', '<c><v>1.23456789012E+11</v></c>', '123456789012'],
    ['scientific text', '<c t="inlineStr"><is><t>1.23E+11</t></is></c>', unreadableCell('rounded', '1.23E+11')],
    ['text as a formula', '<c t="inlineStr"><is><t>="0012"</t></is></c>', '0012'],
    ['text that begins like a formula', '<c t="inlineStr"><is><t>=SUM(1)</t></is></c>', '=SUM(1)'],
    ['no number', '<c><v>abc</v></c>', unreadableCell('error', 'abc')],
    ['a boolean', '<c t="b"><v>0</v></c>', 'FALSO'],
    ['a date', '<c t="d"><v>2026-11-25T00:00:00.000Z</v></c>', '2026-11-25'],
    ['a date with a time', '<c t="d"><v>2026-11-25T09:30:00</v></c>', '2026-11-25 09:30'],
    ['escapes', '<c t="inlineStr"><is><t>a_x000D_\nb_x005F_x000D_</t></is></c>', 'a\r\nb_x000D_'],
    ['a phonetic guide', '<c t="inlineStr"><is><r><t>a</t></r><rPh><t>no</t></rPh><r><t>b</t></r></is></c>', 'ab'],
    ['a replaced byte', '<c t="str"><v>Luc\ufffda</v></c>', unreadableCell('error', 'Luc\ufffda')],
  ])('is read correctly with %s', async (_, cell, text) => {
    expect(await cellOf(cell)).toBe(text);
  });

  it('has no value if its formula is 0 in a workbook that was never calculated', async () => {
    const more = {
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="H" r:id="rId1"/></sheets><calcPr fullCalcOnLoad="1"/></workbook>',
    };
    expect(await cellOf('<c><f>A1</f><v>0</v></c>', more)).toBe(unreadableCell('formula', '0'));
    expect(await cellOf('<c><v>0</v></c>', more)).toBe('0');
  });

  it('is read as its style displays it', async () => {
    const more = { 'xl/styles.xml': styles(['00000000', 'dd/mm/yyyy', '#,##0.00']) };
    const cells = [0, 1, 2, 3, 4, 9].map((style) => `<c s="${style}"><v>46351</v></c>`);
    expect((await rowsOf(`<row>${cells.join('')}</row>`, more))[0]?.cells).toEqual([
      ...['46351', '00046351', '2026-11-25', '46351', '2026-11-25', '46351'],
    ]);
  });

  it('counts days from 1904 only in a date column, or with a date format', async () => {
    const text = (value: string): string => `<c t="str"><v>${value}</v></c>`;
    const number = (value: number, style = 0): string => `<c s="${style}"><v>${value}</v></c>`;
    const headings = ['Cliente', 'Destinatario', 'Teléfono', 'Dirección', 'Distrito', 'Fecha', 'Cobro (S/)', 'Nota'];
    const rest = [text('Botica'), text('Rosa'), number(987_654_321), text('Av. Uno 1'), number(150_122)];
    const bytes = await workbookOf(
      data(
        [
          headings.map(text),
          [...rest, number(44_889), number(12_500.5), number(45_821)],
          [...rest, number(44_889, 1), number(45_821), number(44_889, 1)],
        ]
          .map((cells) => `<row>${cells.join('')}</row>`)
          .join(''),
      ),
      {
        'xl/workbook.xml':
          '<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="H" r:id="rId1"/></sheets></workbook>',
        'xl/styles.xml': styles(['dd/mm/yyyy']),
      },
    );
    const parsed = parseImport({
      bytes,
      today: '2026-11-20',
      province: '1501',
      clients: [],
      couriers: [],
      timeZone: 'America/Lima',
    });
    expect(parsed).toMatchObject({
      lines: [
        { input: { date: '2026-11-25', collectDue: 1_250_050, note: '45821' } },
        { input: { date: '2026-11-25', collectDue: 4_582_100, note: '2026-11-25' } },
      ],
    });
  });
});
