import { xmlText } from './xml-text.ts';
import { type ZipEntry, zipStream } from './zip-stream.ts';

/** Cell formats; the numbers are indices into the style sheet below. */
const LOOKS = { text: 0, header: 1, money: 2, date: 3, decimal: 4, whole: 5 } as const;

type CellKind = Exclude<keyof typeof LOOKS, 'header'>;

export interface SheetColumn {
  header: string;
  kind: CellKind;
  /** In characters, the unit of column widths. */
  width: number;
}

/** Empty, text, a number, or a date such as `2026-11-20` in a date column. */
export type SheetCell = string | number | null;

/** Maximum number of rows in a sheet, including the header. */
export const MAX_SHEET_ROWS = 1_048_576;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Host of the format's namespaces. Never requested. */
const AUTHORITY = 'schemas.openxmlformats.org';
const MAIN = `http://${AUTHORITY}/spreadsheetml/2006/main`;
const RELATIONS = `http://${AUTHORITY}/officeDocument/2006/relationships`;
const PACKAGE = `http://${AUTHORITY}/package/2006`;
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const xf = (format: number, font = 0): string =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"${format ? ' applyNumberFormat="1"' : ''}${font ? ' applyFont="1"' : ''}/>`;

const font = (bold: string): string => `<font>${bold}<sz val="11"/><name val="Calibri"/></font>`;

const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="0.######"/></numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6">${xf(49)}${xf(49, 1)}${xf(4)}${xf(164)}${xf(165)}${xf(1)}</cellXfs></styleSheet>`;

const package_ = (sheetName: string): ZipEntry[] => [
  {
    name: '[Content_Types].xml',
    content: [
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    ],
  },
  {
    name: '_rels/.rels',
    content: [
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
  },
  {
    name: 'xl/workbook.xml',
    content: [
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${xmlText(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: [
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ],
  },
  { name: 'xl/styles.xml', content: [STYLES] },
];

const DAY_MS = 86_400_000;

/** Days since 1899-12-31, the date system of spreadsheets. Correct from March 1900 on. */
// day: the serial number of a date.
const serialOf = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS) + 25_569;

const LETTERS = 26;

/** @returns the letters of a zero-based column: A, …, Z, AA. */
const lettersOf = (index: number): string =>
  (index < LETTERS ? '' : lettersOf(Math.floor(index / LETTERS) - 1)) + String.fromCharCode(65 + (index % LETTERS));

/** @param place such as `C12`. Optional in the format, but several readers require it. */
function cell(place: string, value: SheetCell, look: keyof typeof LOOKS): string {
  if (value === null || value === '') return `<c r="${place}"/>`;
  const style = ` r="${place}"${LOOKS[look] === 0 ? '' : ` s="${LOOKS[look]}"`}`;
  if (typeof value === 'number') return `<c${style}><v>${value}</v></c>`;
  if (look === 'date') return `<c${style}><v>${serialOf(value)}</v></c>`;
  // Typed as text, so that it is never treated as a formula.
  return `<c t="inlineStr"${style}><is><t xml:space="preserve">${xmlText(value)}</t></is></c>`;
}

/** @param number of the row, from 1. */
const row = (number: number, cells: readonly SheetCell[], look: (index: number) => keyof typeof LOOKS): string =>
  `<row r="${number}">${cells.map((value, index) => cell(`${lettersOf(index)}${number}`, value, look(index))).join('')}</row>`;

async function* sheet(
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly SheetCell[]> | Iterable<readonly SheetCell[]>,
): AsyncGenerator<string> {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
  const headers = columns.map(({ header }) => header);
  let number = 1;
  yield row(number, headers, () => 'header');
  for await (const each of rows) {
    number += 1;
    yield row(number, each, (index) => columns[index]?.kind ?? 'text');
  }
  yield '</sheetData></worksheet>';
}

/**
 * Streams a workbook with one sheet: rows are pulled while it is read, without buffering them.
 * @param rows each with a cell per column.
 */
export const xlsxStream = (
  sheetName: string,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly SheetCell[]> | Iterable<readonly SheetCell[]>,
): AsyncGenerator<Buffer> =>
  zipStream([...package_(sheetName), { name: 'xl/worksheets/sheet1.xml', content: sheet(columns, rows) }]);
