import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workbookOf } from '#test/hostile-workbooks.ts';
import { readFile } from '#work/imports/read-file.ts';
import { markExtraCells } from './extra-cells.ts';
import { cellFault, type SheetFile, type SheetRow } from './sheet.ts';
import { type Encoding, ENCODINGS } from './text-encodings.ts';
import { xmlText } from './xml-text.ts';

const WIDTH = 8;
const HEADINGS = ['Cliente', 'Teléfono', 'Dirección', 'Distrito', 'Fecha', 'Cobro (S/)', 'Bultos', 'Señas'];

/** Text as in a table of orders: words with accents, numbers, punctuation, and sometimes what requires quotes. */
const word = fc.constantFrom(
  ...[
    'Peña',
    'José',
    'Iñigo',
    'Perú',
    'Jr. Puno',
    'Nº 5',
    '450',
    '-12.05',
    'dpto',
    '5"',
    'a, b',
    'c; d',
    'x | y',
    '="7"',
  ],
  ...['ÁNCASH', '¿Sí?', '25/11/2026', '', "O'Higgins", 'una\nlínea', 'dos\r\nmás', '"x"', '#12', '1E5', 'tab\taquí'],
);
const cell = fc.oneof(
  { weight: 4, arbitrary: word },
  { weight: 1, arbitrary: fc.array(word, { maxLength: 3 }).map((words) => words.join(' ')) },
);
/** Rows, each with its number in the first column. */
const table = fc
  .array(fc.array(cell, { minLength: WIDTH - 1, maxLength: WIDTH - 1 }), { minLength: 3, maxLength: 8 })
  .map((rows) => [HEADINGS, ...rows.map((cells, index) => [`N${index}`, ...cells])]);

interface CsvOptions {
  separator: string;
  lineEnd: string;
  isQuoted: boolean;
  isDeclared: boolean;
}

const options = fc.record<CsvOptions>({
  separator: fc.constantFrom(';', ',', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  isQuoted: fc.boolean(),
  isDeclared: fc.boolean(),
});

const csv = (rows: readonly (readonly string[])[], { separator, lineEnd, isQuoted, isDeclared }: CsvOptions): string =>
  [
    ...(isDeclared ? [`sep=${separator}`] : []),
    ...rows.map((cells) =>
      cells
        .map((text) =>
          isQuoted || text.startsWith('"') || text.includes(separator) || /[\r\n]/.test(text)
            ? `"${text.replaceAll('"', '""')}"`
            : text,
        )
        .join(separator),
    ),
  ].join(lineEnd);

/** Bytes of a text in an encoding; undefined if that lacks a character. */
function encode(text: string, encoding: Encoding): Buffer | undefined {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [ENCODINGS[encoding](Buffer.from([byte])), byte]));
  const bytes = Array.from(text, (each) => byteOf.get(each));
  return bytes.includes(undefined) ? undefined : Buffer.from(bytes as number[]);
}

function read(bytes: Buffer): SheetFile {
  const file = readFile(bytes);
  if (file.kind !== 'sheet') throw new Error(file.format);
  return file;
}

/** @returns what a cell is meant to hold: the text of a formula such as `="7"`. */
const meant = (text: string): string => text.replace(/^\s*="((?:[^"]|"")*)"\s*$/, '$1');

/** The rows of a file below its headings, as the import sees them. */
function rowsBelow({ rows }: SheetFile): SheetRow[] {
  const filled = rows.filter(({ fault, cells }) => fault !== undefined || cells.some((each) => each.trim() !== ''));
  const headings = filled.findIndex(({ cells }) => cells[0] === HEADINGS[0]);
  return markExtraCells(filled.slice(headings + 1), WIDTH);
}

/** Places of cells that differ from the original without being marked. */
const differences = (cells: readonly string[], original: readonly string[]): number[] =>
  Array.from({ length: Math.max(cells.length, original.length) }, (_, at) => at).filter((at) => {
    const each = cells[at] ?? '';
    return !cellFault(each) && each !== meant(original[at] ?? '');
  });

describe('a random table as CSV', () => {
  it.each<Encoding>(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'cp850', 'macintosh', 'iso-8859-15'])(
    'in %s, with any separator, quotes and line ends, is read unchanged or marked',
    (encoding) => {
      fc.assert(
        fc.property(table, options, (rows, form) => {
          const bytes = encode(csv(rows, form), encoding);
          fc.pre(bytes !== undefined);
          const file = read(bytes);
          if ((file.encoding?.choices.length ?? 0) > 0) return;
          const below = rowsBelow(file);
          if (below.every(({ fault }) => fault === undefined)) expect(below).toHaveLength(rows.length - 1);
          for (const [name = '', ...cells] of rows.slice(1)) {
            const found = below.filter((row) => row.cells[0] === name);
            expect(found).toHaveLength(1);
            if (!found[0]?.fault) expect(differences(found[0]?.cells ?? [], [name, ...cells])).toEqual([]);
          }
          // The remainder of a marked row is too short for an order.
          for (const { cells, fault } of below)
            if (!/^N\d$/.test(cells[0] ?? '')) expect(fault ?? cells.length).not.toBe(WIDTH);
        }),
        { numRuns: 60 },
      );
    },
  );

  const junk = fc.array(
    fc.oneof(
      fc.constantFrom(0x22, 0x0a, 0x0d, 0x3b, 0x2c, 0x09, 0x7c, 0xe9, 0xc3, 0x00),
      fc.integer({ min: 0, max: 255 }),
    ),
    { minLength: 1, maxLength: 4 },
  );

  it('changes no unmarked row except the one with inserted bytes', () => {
    fc.assert(
      fc.property(table, options, fc.nat(), junk, (rows, form, place, bytes) => {
        const lines = rows.map((cells) => csv([cells], { ...form, isDeclared: false }));
        const whole = lines.map((line) => Buffer.from(line + form.lineEnd));
        const below = 1 + (place % (rows.length - 1));
        const line = whole[below] ?? Buffer.alloc(0);
        // Behind the row's number, so that no row takes another's.
        const at = 2 + (place % (line.length - 2));
        whole[below] = Buffer.concat([line.subarray(0, at), Buffer.from(bytes), line.subarray(at)]);
        const file = readFile(Buffer.concat(whole));
        // The import refuses a file without its headings, and asks about an encoding other than UTF-8.
        if (file.kind !== 'sheet' || !file.rows.some(({ cells }) => cells[0] === HEADINGS[0])) return;
        if (file.encoding && file.encoding.used !== 'utf-8') return;
        const found = rowsBelow(file);
        // A quote may swallow the rows up to the next one, which is marked or shows them.
        const isSwallowed =
          bytes.includes(0x22) &&
          found.some(({ fault, cells }) => fault ?? cells.some((each) => /[\r\n]N\d/.test(each)));
        for (const [index, original] of rows.entries()) {
          if (index === 0) continue;
          const own = found.filter((row) => row.cells[0] === original[0]);
          if (index !== below && !isSwallowed) expect(own).toHaveLength(1);
          for (const row of own) {
            if (row.fault !== undefined) continue;
            // A quote that included the beginning of another row has it in its cell, and the row is incomplete.
            if (row.cells.some((each) => /[\r\n]N\d/.test(each))) {
              // Unless the bytes are a line that begins like one.
              if (!bytes.includes(0x4e)) expect(row.cells.length).not.toBe(WIDTH);
              continue;
            }
            const wrong = differences(row.cells, original);
            // Their own row: one cell differs, or the row ends early. No cell moves under another heading.
            const before = wrong.filter((each) => each < row.cells.length);
            // A quote ends a quoted cell early, so that its own separators count too.
            const separators =
              bytes.filter((byte) => byte === form.separator.charCodeAt(0)).length +
              (bytes.includes(0x22) ? original.join('').split(form.separator).length - 1 : 0);
            // A separator adds a cell. A quote may join two others, and a line end may cut the last one: then the width is
            // right although more than one cell differs.
            const isShortened = [0x22, 0x0a, 0x0d].some((byte) => bytes.includes(byte));
            if (index !== below) expect(wrong).toEqual([]);
            else if (row.cells.length >= WIDTH)
              expect(wrong.length).toBeLessThanOrEqual(isShortened ? 1 + separators : 1);
            else expect(before.length).toBeLessThanOrEqual(1 + separators);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('a random table as a workbook', () => {
  const FORMATS = ['General', 'dd/mm/yyyy', '00000000', '#,##0.00', '@'];
  type Value = { text: string } | { value: number; style: number };
  const value = fc.oneof(
    cell.map((text): Value => ({ text })),
    fc.record({ value: fc.integer({ min: 6100, max: 99_999_999 }).map((each) => each / 100), style: fc.nat(4) }),
    fc.record({ value: fc.integer({ min: 61, max: 2_900_000 }), style: fc.nat(4) }),
  );
  const form = fc.record({
    isStyled: fc.boolean(),
    isShared: fc.boolean(),
    isReferenced: fc.boolean(),
    from1904: fc.boolean(),
    prefix: fc.constantFrom('', 'x:'),
  });

  /** What the sheet shows, independently of the reader. */
  function shownAs(each: Value, isStyled: boolean, from1904: boolean): string {
    if ('text' in each) return meant(each.text);
    const format = isStyled ? FORMATS[each.style] : 'General';
    if (format === 'dd/mm/yyyy') {
      const days = Math.floor(each.value) + (from1904 ? 1462 : 0);
      return days < 61 ? '' : new Date(Date.UTC(1899, 11, 30) + days * 86_400_000).toISOString().slice(0, 10);
    }
    if (format === '00000000' && Number.isInteger(each.value)) return String(each.value).padStart(8, '0');
    return String(each.value);
  }

  it('with or without styles, shared strings and dates from 1904 is read unchanged or marked', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(value, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 }),
        form,
        async (rows, { isStyled, isShared, isReferenced, from1904, prefix: x }) => {
          const texts: string[] = [];
          const cellXml = (each: Value, column: number, line: number): string => {
            const at = isReferenced ? ` r="${String.fromCharCode(65 + column)}${line}"` : '';
            if ('value' in each)
              return `<${x}c${at}${isStyled ? ` s="${each.style}"` : ''}><${x}v>${each.value}</${x}v></${x}c>`;
            const text = `<${x}t xml:space="preserve">${xmlText(each.text).replaceAll('\r', '_x000D_')}</${x}t>`;
            if (!isShared) return `<${x}c${at} t="inlineStr"><${x}is>${text}</${x}is></${x}c>`;
            return `<${x}c${at} t="s"><${x}v>${texts.push(`<${x}si>${text}</${x}si>`) - 1}</${x}v></${x}c>`;
          };
          const data = rows.map(
            (cells, index) =>
              `<${x}row${isReferenced ? ` r="${index + 1}"` : ''}>${cells.map((each, column) => cellXml(each, column, index + 1)).join('')}</${x}row>`,
          );
          const bytes = await workbookOf(
            `<${x}worksheet xmlns:x="m"><${x}sheetData>${data.join('')}</${x}sheetData></${x}worksheet>`,
            {
              'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr date1904="${Number(from1904)}"/><sheets><sheet r:id="rId1"/></sheets></workbook>`,
              'xl/sharedStrings.xml': `<${x}sst xmlns:x="m">${texts.join('')}</${x}sst>`,
              ...(isStyled && {
                'xl/styles.xml': `<styleSheet><numFmts>${FORMATS.map((code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs>${FORMATS.map((_, index) => `<xf numFmtId="${170 + index}"/>`).join('')}</cellXfs></styleSheet>`,
              }),
            },
          );
          const file = read(bytes);
          for (const [index, cells] of rows.entries()) {
            const row = file.rows.find(({ line }) => line === index + 1);
            const original = cells.map((each) => shownAs(each, isStyled, from1904));
            // A row of blanks may be left out.
            if (original.some((each) => each.trim() !== ''))
              expect(differences(row?.cells ?? [], original)).toEqual([]);
          }
          expect(file.sheets[0]?.rows).toBe(
            file.rows.filter((row) => row.cells.some((each) => each.trim() !== '')).length,
          );
        },
      ),
      { numRuns: 150 },
    );
  });
});
