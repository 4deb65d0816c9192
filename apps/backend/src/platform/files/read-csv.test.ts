import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BYTE_ORDER_MARK, csvLine } from './csv-text.ts';
import { decodeText } from './decode-text.ts';
import { csvShape } from './csv-shape.ts';
import { readCsv } from './read-csv.ts';

const cellsOf = (text: string, maxRows = 100): string[][] => readCsv(text, maxRows).rows.map(({ cells }) => cells);

describe('a CSV file', () => {
  it.each([
    [
      'a;b,c;d\n1;2;3',
      [
        ['a', 'b,c', 'd'],
        ['1', '2', '3'],
      ],
    ],
    [
      'a,b\r\n"1;x",2\r\n',
      [
        ['a', 'b'],
        ['1;x', '2'],
      ],
    ],
    [
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['solo', [['solo']]],
    [
      '"a;b";"c ""d"""\n"dos\nlíneas";',
      [
        ['a;b', 'c "d"'],
        ['dos\nlíneas', ''],
      ],
    ],
    [
      'sep=,\na;b,c\n1,2',
      [
        ['a;b', 'c'],
        ['1', '2'],
      ],
    ],
    [
      'a;b\r1;2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a;b\n\n1;2', [['a', 'b'], [''], ['1', '2']]],
    [
      'a;b\n5" x;2',
      [
        ['a', 'b'],
        ['5" x', '2'],
      ],
    ],
    [
      'Reparto del lunes, 24 de noviembre\n\na;b;c\n1;"2,5";3',
      [['Reparto del lunes, 24 de noviembre'], [''], ['a', 'b', 'c'], ['1', '2,5', '3']],
    ],
    [
      'Reparto;;\na;b;c',
      [
        ['Reparto', '', ''],
        ['a', 'b', 'c'],
      ],
    ],
    ['', []],
  ])('%j is parsed with its own separator, quotes and line endings', (text, rows) => {
    expect(cellsOf(text, 100)).toEqual(rows);
  });

  const HEADINGS = 'a;b;c;d;e\r\n';
  /** Line numbers, faults and first cells of the rows with content. */
  const shapeOf = (text: string) =>
    readCsv(HEADINGS + text, 100).rows.map(({ line, cells, fault }) => [line, cells[0], fault ?? cells.length]);

  it.each([
    [
      'is never closed',
      '1;2;3;4;"x\r\n2;2;3;4;5\r\n3;2;3;4;5',
      [
        [2, '1', 'unclosed-quote'],
        [3, '2', 5],
        [4, '3', 5],
      ],
    ],
    [
      'a later quote seems to close',
      '1;2;3;4;"x\r\n2;2;3;4;5\r\n3;2;3;4;"y\r\n4;2;3;4;5',
      [
        [2, '1', 'unclosed-quote'],
        [3, '2', 5],
        [4, '3', 'unclosed-quote'],
        [5, '4', 5],
      ],
    ],
    [
      'a quote at the end of a later cell closes',
      '1;2;3;4;"x\r\n2;2;3;4;5\r\n3;2;3;4;y"\r\n4;2;3;4;5',
      [
        [2, '1', 'unclosed-quote'],
        [3, '2', 5],
        [4, '3', 5],
        [5, '4', 5],
      ],
    ],
    [
      'a quote in the next row closes',
      '1;2;3;"x;4\r\n2;2;3;y";5\r\n3;2;3;4;5',
      [
        [2, '1', 'unclosed-quote'],
        [3, '2', 5],
        [4, '3', 5],
      ],
    ],
    [
      'opens below a line break and is closed by an inch mark, so that there are as many cells as headings',
      '1;2;"x\r\ny";"4;5\r\n2;2;3;5";5\r\n3;2;3;4;5',
      [
        [2, '1', 'unclosed-quote'],
        [3, 'y"', 'unclosed-quote'],
        [4, '2', 5],
        [5, '3', 5],
      ],
    ],
    [
      'swallows cells of its row',
      '1;"2;3;4";5\r\n2;2;3;4;5',
      [
        [2, '1', 'unclosed-quote'],
        [3, '2', 5],
      ],
    ],
    [
      'separates a row wrongly',
      '1;"Av. "A; B" 1";3;4;5\r\n2;2;3;4;5',
      [
        [2, '1', 'unclosed-quote'],
        [3, '2', 5],
      ],
    ],
  ])('marks a row whose quote %s, and reads the rows after it', (_, text, rows) => {
    expect(shapeOf(text)).toEqual([[1, 'a', 5], ...rows]);
  });

  it.each([
    [
      'line breaks within quotes',
      '1;"x\r\ny\r\nz";3;4;5\r\n2;2;3;4;5',
      [
        [2, '1', 5],
        [5, '2', 5],
      ],
    ],
    [
      'text with the separator within quotes',
      '1;"x; y; z";3;4;5\r\n2;2;3;4;5',
      [
        [2, '1', 5],
        [3, '2', 5],
      ],
    ],
    [
      'blank lines',
      '\r\n1;2;3;4;5\r\n\r\n;;;;\r\n2;2;3;4;5\r\n\r\n',
      [
        [2, '', 1],
        [3, '1', 5],
        [4, '', 1],
        [5, '', 5],
        [6, '2', 5],
      ],
    ],
  ])('counts lines as editors do, with %s', (_, text, rows) => {
    expect(shapeOf(text)).toEqual([[1, 'a', 5], ...rows]);
  });

  it('keeps quotes that people write within a quoted cell', () => {
    expect(cellsOf('a;b\n"Av. "Los Álamos" 12";x')[1]).toEqual(['Av. "Los Álamos" 12', 'x']);
  });

  it('counts a separator declaration as a line', () => {
    expect(readCsv('sep=|\na|b\n1|2', 9).rows.map(({ line }) => line)).toEqual([2, 3]);
  });

  it.each([
    ['|', 'a|b|c|d\nx, y, z|1,5|2,5|3\nu, v, w, x|1|2|3'],
    [';', 'Reparto, lunes, 24, de, noviembre, de, 2026\na;b;c\nx, y, z, w;1;2\nu, v, w, x, z;3;4\nu;3;4'],
    [',', 'a,b,c,d\n"x; y; z; w; v",1,2,3\n"u; v; w; x; z",4,5,6\n"stray,4,5,6'],
    ['\t', 'a\tb\tc\nx, y; z\t1\t2\nu; v, w\t3\t4'],
  ])('finds the separator %j below titles and beside prose', (separator, text) => {
    expect(csvShape(text).separator).toBe(separator);
  });

  it('stops after the maximum number of rows', () => {
    expect(readCsv('a;b\n\n1;2\n3;4', 2)).toMatchObject({ rows: [{ line: 1 }, { line: 2 }, { line: 3 }], more: true });
    expect(readCsv('a;b\n1;2\n\n', 2).more).toBe(false);
    expect(cellsOf('a;b\n1;2\n3;4', 2)).toHaveLength(2);
  });

  it('marks rows with content beyond the thousandth column', () => {
    const { rows } = readCsv(`${';'.repeat(300_000)}\na;b\n${'x;'.repeat(1000)}\n${'x;'.repeat(1000)}y`, 10);
    expect(rows.map(({ cells, fault }) => [cells.length, cells.at(-1), fault])).toEqual([
      [1000, '', undefined],
      [2, 'b', undefined],
      [1000, 'x', undefined],
      [1000, 'x', 'extra-cells'],
    ]);
  });

  it('visibly truncates a cell at a thousand characters, never within a surrogate pair', () => {
    const [[whole, cut, quoted, pair] = []] = cellsOf(
      `${'a'.repeat(1000)};${'b'.repeat(1001)};"${'c;'.repeat(900)}";${'d'.repeat(999)}😀`,
      1,
    );
    expect([whole, cut, quoted]).toEqual(['a'.repeat(1000), `${'b'.repeat(1000)}…`, `${'c;'.repeat(500)}…`]);
    expect(pair).toBe(`${'d'.repeat(999)}\ufffd…`);
  });

  it('does not count doubled quotes twice when truncating a cell', () => {
    const quotes = '"'.repeat(1000);
    expect(cellsOf(`"${quotes}${quotes}";x`, 1)).toEqual([[quotes, 'x']]);
    expect(cellsOf(`"${quotes}${quotes}a";x`, 1)).toEqual([[`${quotes}…`, 'x']]);
    expect(cellsOf(`"${quotes}${quotes}""${quotes}";x`, 1)).toEqual([[`${quotes}…`, 'x']]);
  });

  it('survives a round trip, except for the apostrophe before formulas', () => {
    // Without the sign that replaces what cannot be decoded, which is an error in a cell.
    const cell = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\ufffd'));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }), (rows) => {
        const text = ['x;y;z\r\n', ...rows.map(csvLine), 'fin'].join('');
        const read = cellsOf(text, 100).slice(1, -1);
        expect(read.map((row) => row.map((each) => each.replace(/^'(?=\s*[=+\-@＝＋－＠\t\r|])/, '')))).toEqual(
          rows.map((row) => row.map((each) => each.replace(/^'(?=\s*[=+\-@＝＋－＠\t\r|])/, ''))),
        );
      }),
    );
  });
});

describe('the text of a file', () => {
  const text = 'Dirección;Ñandú «x» – 5 €';
  // «ó», «Ñ», «ú», guillemets, dash and euro in Windows-1252.
  const windows = Buffer.from('Direcci\xf3n;\xd1and\xfa \xabx\xbb \x96 5 \x80', 'latin1');
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with its mark', Buffer.from(BYTE_ORDER_MARK + text)],
    ['UTF-16', Buffer.from(BYTE_ORDER_MARK + text, 'utf16le')],
    ['UTF-16 the other way round', Buffer.from(BYTE_ORDER_MARK + text, 'utf16le').swap16()],
    ['Windows-1252', windows],
  ])('decodes %s', (_, bytes) => {
    expect(decodeText(bytes).text).toBe(text);
  });
});

describe('a formula', () => {
  it.each(['=1+1', '+51 9', '-1+1', '@x', '\t=1', '\r=1', ' =1', '＝1', '|x'])('escapes %j', (text) => {
    expect(csvLine([text]).replaceAll('"', '')).toBe(`'${text}\r\n`);
  });
  it.each(['-12.0931', '-3', 'a=b', 'José', '5-3'])('does not escape %j', (text) => {
    expect(csvLine([text])).toBe(`${text}\r\n`);
  });
  it('writes numbers unescaped', () => {
    expect(csvLine([-12.5, null, 0])).toBe('-12.5;;0\r\n');
  });
});
