import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workbookOf } from '../../test/hostile-workbooks.ts';
import { readFile } from '../imports/read-file.ts';
import { markExtraCells } from './extra-cells.ts';
import { cellFault, type SheetFile, type SheetRow } from './sheet.ts';
import { type Encoding, ENCODINGS } from './text-encodings.ts';
import { xmlText } from './xml-text.ts';

const WIDTH = 8;
const HEADINGS = ['Cliente', 'Teléfono', 'Dirección', 'Distrito', 'Fecha', 'Cobro (S/)', 'Bultos', 'Señas'];

/** Text of a table of orders: words with accents, numbers, marks, and now and then what needs quotes. */
const word = fc.constantFrom(
  ...['Peña', 'José', 'Iñigo', 'Perú', 'Jr. Puno', 'Nº 5', '450', '-12.05', 'dpto', '5"', 'a, b', 'c; d', 'x | y', '="7"'],
  ...['ÁNCASH', '¿Sí?', '25/11/2026', '', "O'Higgins", 'una\nlínea', 'dos\r\nmás', '"x"', '#12', '1E5', 'tab\taquí'],
);
const cell = fc.oneof(
  { weight: 4, arbitrary: word },
  { weight: 1, arbitrary: fc.array(word, { maxLength: 3 }).map((words) => words.join(' ')) },
);
const table = fc.array(fc.tuple(...HEADINGS.map((_, index) => (index === 0 ? fc.constant('C1') : cell))), {
  minLength: 1,
  maxLength: 8,
});

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

/** What a cell holds: text disguised as a formula counts as its text. */
const meant = (text: string): string => text.replace(/^\s*="(.*)"\s*$/, '$1');

/** Each cell is the original one, or it or its row is marked. */
function expectEqualOrMarked(row: SheetRow | undefined, original: readonly string[]): void {
  if (row?.fault) return;
  const cells = Array.from({ length: Math.max(original.length, row?.cells.length ?? 0) }, (_, at) => row?.cells[at] ?? '');
  for (const [at, each] of cells.entries()) if (!cellFault(each)) expect(each).toBe(meant(original[at] ?? ''));
}

describe('a random table', () => {
  it.each<Encoding>(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'cp850', 'macintosh', 'iso-8859-15'])(
    'as CSV in %s with any separator, quotes and line ends is read again, or marked',
    (encoding) => {
      fc.assert(
        fc.property(table, options, (rows, form) => {
          const bytes = encode(csv([HEADINGS, ...rows], form), encoding);
          fc.pre(bytes !== undefined);
          const file = read(bytes);
          fc.pre(file.encoding?.choices.length === 0);
          const lines = file.rows.filter(({ fault, cells }) => fault !== undefined || cells.some((each) => each.trim() !== ''));
          if (lines.every(({ fault }) => fault === undefined)) expect(lines).toHaveLength(rows.length + 1);
          // A marked row ends with its line, so that the next ones are found by their first cell.
          let at = 0;
          for (const line of lines) {
            if (line.fault !== undefined || line.cells.length < WIDTH) continue;
            const original = [HEADINGS, ...rows];
            while (at < original.length - 1 && original[at]?.some((each, index) => each !== '' && !cellFault(line.cells[index] ?? '') && meant(each) !== line.cells[index])) at++;
            expectEqualOrMarked(line, original[at] ?? []);
            at++;
          }
        }),
        { numRuns: 60 },
      );
    },
  );
});
