import { workbookOf } from './hostile-workbooks.ts';

/** A cell with a type, as people enter it into a spreadsheet. */
type Cell = string | number | null | { day: string } | { time: string };

const HEADINGS =
  'Ref. Cliente;Cliente;Cliente final;Telf.;Dirección de entrega;Ref.;Dist.;Fecha de entrega;Desde;Hasta;Cant.;Peso (kg);Monto a cobrar;Obs.'.split(
    ';',
  );

/** Orders with what files get wrong: accents, separators, quotes, line breaks, leading zeros, decimals, dates. */
export const ORDERS: readonly (readonly Cell[])[] = [
  [
    '0001',
    'Botica Ñandú',
    'José Peña Núñez',
    987654321,
    'Av. Larco 345, dpto. 201; torre "B"',
    'Frente al óvalo',
    'Miraflores',
    { day: '2026-11-24' },
    { time: '09:00' },
    { time: '13:30' },
    2,
    2.5,
    45.9,
    'Frágil',
  ],
  [
    '0002',
    'Botica Ñandú',
    'María Üñez',
    '987654321 / 912345678',
    'Jr. Puno 12',
    null,
    'S.J.L.',
    { day: '2026-12-01' },
    null,
    null,
    1,
    12,
    null,
    'Línea uno\nLínea dos',
  ],
  [
    '0003',
    'Óptica Visión',
    "O'Higgins & Cía. <Lima>",
    14445566,
    'Calle 1, 3.º piso',
    null,
    'Surco',
    { day: '2027-01-05' },
    { time: '08:15' },
    { time: '20:00' },
    10,
    0.25,
    1250,
    'Dar vuelto de 20 €',
  ],
];

const spanishDay = (day: string): string => day.split('-').toReversed().join('/');

interface CsvFormat {
  separator: string;
  lineEnd: string;
  /** Formats a number that is not an amount. */
  decimal: (value: number) => string;
  amount: (value: number) => string;
}

function csvOf({ separator, lineEnd, decimal, amount }: CsvFormat): string {
  const textOf = (cell: Cell, column: number): string => {
    if (cell === null || typeof cell === 'string') return cell ?? '';
    if (typeof cell === 'number') return HEADINGS[column] === 'Monto a cobrar' ? amount(cell) : decimal(cell);
    return 'day' in cell ? spanishDay(cell.day) : cell.time;
  };
  const quoted = (text: string): string =>
    text.includes(separator) || /["\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return [HEADINGS, ...ORDERS.map((cells) => cells.map(textOf))]
    .map((cells) => cells.map(quoted).join(separator))
    .join(lineEnd);
}

/** «CSV (delimitado por comas)» of Excel in Spanish: Windows-1252, semicolons, CRLF, decimal commas. */
export const excelCsv = (): Buffer =>
  Buffer.from(
    `${csvOf({ separator: ';', lineEnd: '\r\n', decimal: (value) => String(value).replace('.', ','), amount: (value) => (value > 999 ? '1.250,00' : value.toFixed(2).replace('.', ',')) })}\r\n`.replaceAll(
      '€',
      '\u0080',
    ),
    'latin1',
  );

/** «Valores separados por comas» of Google Sheets: UTF-8 without a mark, commas, LF, no line end after the last line. */
export const sheetsCsv = (): Buffer =>
  Buffer.from(
    csvOf({
      separator: ',',
      lineEnd: '\n',
      decimal: String,
      amount: (value) => (value > 999 ? '1,250.00' : value.toFixed(2)),
    }),
  );

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Days since 1899-12-30, and fractions of a day. */
const serialOf = (cell: { day: string } | { time: string }): number => {
  if ('day' in cell) return Date.parse(`${cell.day}T00:00:00Z`) / 86_400_000 + 25_569;
  const [hours = 0, minutes = 0] = cell.time.split(':').map(Number);
  return (hours * 60 + minutes) / 1440;
};

/**
 * A workbook with the parts that Excel writes: shared strings, styles for dates and times, spans, `x14ac` attributes,
 * empty formatted cells.
 * @param titles rows above the headings, each merged over the whole width.
 */
export function excelXlsx(titles: readonly string[] = []): Promise<Buffer> {
  const rows: readonly (readonly Cell[])[] = [
    ...titles.map((title) => [title, ...HEADINGS.slice(1).map(() => null)]),
    HEADINGS,
    ...ORDERS,
  ];
  const texts = [...new Set(rows.flat().filter((cell) => typeof cell === 'string'))];
  const letter = (at: number): string => String.fromCharCode(65 + at);
  const cellOf = (cell: Cell, place: string): string => {
    if (cell === null) return `<c r="${place}" s="1"/>`;
    if (typeof cell === 'string') return `<c r="${place}" s="1" t="s"><v>${texts.indexOf(cell)}</v></c>`;
    if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
    return `<c r="${place}" s="${'day' in cell ? 2 : 3}"><v>${serialOf(cell)}</v></c>`;
  };
  const sheet = rows.map(
    (cells, index) =>
      `<row r="${index + 1}" spans="1:${HEADINGS.length}" x14ac:dyDescent="0.25">${cells.map((cell, at) => cellOf(cell, `${letter(at)}${index + 1}`)).join('')}</row>`,
  );
  const last = letter(HEADINGS.length - 1);
  const merged = titles.map((_, index) => `<mergeCell ref="A${index + 1}:${last}${index + 1}"/>`).join('');
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  return workbookOf(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<worksheet xmlns="${main}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"><dimension ref="A1:${last}${rows.length}"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"/></sheetViews><sheetFormatPr baseColWidth="10" defaultRowHeight="15" x14ac:dyDescent="0.25"/><cols><col min="1" max="${HEADINGS.length}" width="18" customWidth="1"/></cols><sheetData>${sheet.join('')}</sheetData>${merged && `<mergeCells count="${titles.length}">${merged}</mergeCells>`}<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>`,
    {
      'xl/_rels/workbook.xml.rels':
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/sharedStrings.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<sst xmlns="${main}" count="${texts.length}" uniqueCount="${texts.length}">${texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
      'xl/styles.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<styleSheet xmlns="${main}"><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="49"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="20" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    },
  );
}

/** The orders as a flat OpenDocument file with typed cells, for LibreOffice to open and save. */
export function flatOpenDocument(): string {
  const paragraphs = (text: string): string =>
    text
      .split('\n')
      .map((part) => `<text:p>${escaped(part)}</text:p>`)
      .join('');
  const cellOf = (cell: Cell): string => {
    if (cell === null) return '<table:table-cell/>';
    if (typeof cell === 'string')
      return `<table:table-cell office:value-type="string">${paragraphs(cell)}</table:table-cell>`;
    if (typeof cell === 'number') return `<table:table-cell office:value-type="float" office:value="${cell}"/>`;
    if ('day' in cell)
      return `<table:table-cell table:style-name="day" office:value-type="date" office:date-value="${cell.day}"/>`;
    const [hours = '', minutes = ''] = cell.time.split(':');
    return `<table:table-cell table:style-name="time" office:value-type="time" office:time-value="PT${hours}H${minutes}M00S"/>`;
  };
  const rows = [HEADINGS, ...ORDERS].map((cells) => `<table:table-row>${cells.map(cellOf).join('')}</table:table-row>`);
  const spaces = ['office', 'table', 'text', 'style']
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ');
  return `<?xml version="1.0" encoding="UTF-8"?><office:document ${spaces} xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:automatic-styles><number:date-style style:name="N1"><number:day number:style="long"/><number:text>/</number:text><number:month number:style="long"/><number:text>/</number:text><number:year number:style="long"/></number:date-style><number:time-style style:name="N2"><number:hours number:style="long"/><number:text>:</number:text><number:minutes number:style="long"/></number:time-style><style:style style:name="day" style:family="table-cell" style:data-style-name="N1"/><style:style style:name="time" style:family="table-cell" style:data-style-name="N2"/></office:automatic-styles><office:body><office:spreadsheet><table:table table:name="Pedidos">${rows.join('')}</table:table></office:spreadsheet></office:body></office:document>`;
}
