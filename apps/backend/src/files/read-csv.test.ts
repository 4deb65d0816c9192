import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BYTE_ORDER_MARK, csvLine } from './csv-text.ts';
import { decodeText } from './decode-text.ts';
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
    ['a;b\n"nunca cerrada;2', [['a', 'b'], ['nunca cerrada;2']]],
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

  it('stops after the maximum number of rows', () => {
    expect(cellsOf('a;b\n1;2\n3;4', 2)).toHaveLength(2);
  });

  it('ignores columns beyond the hundredth', () => {
    const wide = cellsOf(`${';'.repeat(300_000)}\na;b\n${'x;'.repeat(100)}y;\n${'x;'.repeat(99)}y`, 10);
    expect(wide.map((row) => row.length)).toEqual([100, 2, 100, 100]);
    expect([wide[2]?.at(-1), wide[3]?.at(-1)]).toEqual(['x', 'y']);
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
    const cell = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }), (rows) => {
        const text = ['x;y;z\r\n', ...rows.map(csvLine)].join('');
        const read = cellsOf(text, 100).slice(1);
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
