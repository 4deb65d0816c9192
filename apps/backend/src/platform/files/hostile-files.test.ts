import { describe, expect, it } from 'vitest';
import { xlsxCells } from '#test/read-table.ts';
import { bomb, elementsBomb, workbookOf } from '#test/hostile-workbooks.ts';
import { decodeText } from './decode-text.ts';
import {
  FileTooComplex,
  MAX_BLANK_ROWS,
  MAX_CELL_LENGTH,
  MAX_COLUMNS,
  MAX_PART_BYTES,
  MAX_SHARED_TEXTS,
  XML_LIMITS,
} from './file-limits.ts';
import { parseXml } from './parse-xml.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { ZipReader } from './read-zip.ts';

const read = async (sheet: string, more?: Record<string, string>) => xlsxCells(await workbookOf(sheet, more), 5002);
const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);

describe('a hostile workbook', () => {
  it('G40: is rejected for elements nested deeper than 32', () => {
    expect(() => {
      parseXml(nested(XML_LIMITS.depth), {});
    }).not.toThrow();
    expect(() => {
      parseXml(nested(XML_LIMITS.depth + 1), {});
    }).toThrow(FileTooComplex);
  });

  it('G40: is rejected for a part that unpacks to more than 8 MB', async () => {
    const padded = (bytes: number) => read(`${sheetOf('')}${' '.repeat(bytes - sheetOf('').length)}`);
    expect(await padded(MAX_PART_BYTES)).toEqual([]);
    await expect(padded(MAX_PART_BYTES + 1)).rejects.toThrow(FileTooComplex);
    const packed = await bomb();
    expect(packed.length).toBeLessThan(64 * 1024);
    expect(() => xlsxCells(packed, 5002)).toThrow(FileTooComplex);
  });

  it('G40: is rejected for too many elements', async () => {
    const packed = await elementsBomb();
    expect(() => xlsxCells(packed, 5002)).toThrow(FileTooComplex);
  });

  it('G40: is rejected for too many attributes, of one element or in total', async () => {
    const attributes = (count: number) => Array.from({ length: count }, (_, index) => ` a${index}=""`).join('');
    expect(await read(`<worksheet${attributes(XML_LIMITS.attributesOfElement)}/>`)).toEqual([]);
    await expect(read(`<worksheet${attributes(XML_LIMITS.attributesOfElement + 1)}/>`)).rejects.toThrow(FileTooComplex);
    // Never closed: its attributes are counted while it is still being parsed.
    await expect(read(`<worksheet${attributes(500_000)}`)).rejects.toThrow(FileTooComplex);
    const crowded = `<a${Array.from({ length: 60 }, (_, index) => ` ${String.fromCharCode(97 + (index % 26))}${index}=""`).join('')}/>`;
    await expect(read(sheetOf(crowded.repeat(20_001)))).rejects.toThrow(FileTooComplex);
  });

  it('G40: is rejected for too many shared strings', async () => {
    const shared = (count: number) => ({ 'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(count)}</sst>` });
    expect(await read(sheetOf(''), shared(MAX_SHARED_TEXTS))).toEqual([]);
    await expect(read(sheetOf(''), shared(MAX_SHARED_TEXTS + 1))).rejects.toThrow(FileTooComplex);
  });

  it('G40: is rejected for repeating shared strings beyond ten million characters', async () => {
    const shared = { 'xl/sharedStrings.xml': `<sst><si><t>${'s'.repeat(MAX_CELL_LENGTH)}</t></si></sst>` };
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(MAX_COLUMNS)}</row>`;
    expect(await read(sheetOf(row.repeat(10)), shared)).toHaveLength(10);
    await expect(read(sheetOf(row.repeat(11)), shared)).rejects.toThrow(FileTooComplex);
  });

  it('G40: does not read cells with impossible references', async () => {
    const cell = (reference: string) => `<c r="${reference}"><v>1</v></c>`;
    const odd = [
      'ZZZ9999999',
      'ZZZZ1',
      'A99999999',
      '1',
      'A',
      '-A1',
      'A1x',
      `${'1'.repeat(1_000_000)}x`,
      'A'.repeat(1_000_000),
    ];
    const bytes = await workbookOf(sheetOf(`<row>${odd.map(cell).join('')}${cell('B1')}</row>`));
    // The row is an error, because the content of the extra cells would be lost.
    expect(readXlsx(new ZipReader(bytes), 10).rows).toEqual([{ line: 1, cells: ['', '1'], fault: 'extra-cells' }]);
  });

  it.each([
    [
      'entities that double each other',
      '<!DOCTYPE w [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>',
    ],
    ['a document type alone', '<!DOCTYPE worksheet><worksheet/>'],
    ['a name of an entity as long as a part', `<worksheet>&${'a'.repeat(MAX_PART_BYTES - 100)};</worksheet>`],
    ['characters that XML does not have', '<worksheet>&#0;</worksheet>'],
    ['half of a surrogate pair', '<worksheet>&#xd800;</worksheet>'],
  ])('G40: is refused for %s', async (_, sheet) => {
    await expect(read(sheet)).rejects.toThrow();
  });

  it('G40: does not allocate rows or columns for distant references', async () => {
    const rows = ['1e9', '-5', 'NaN', 'Infinity', '99999999999999999999'].map(
      (place) => `<row r="${place}"><c t="s"><v>1e9</v></c></row>`,
    );
    expect((await read(sheetOf(rows.join('')))).length).toBeLessThanOrEqual(5002);
  });

  it('accepts five thousand lines with all columns of an import', async () => {
    const columns = Array.from({ length: 18 }, (_, index) => String.fromCharCode(65 + index));
    // Spreadsheets write shared strings to a separate part, and references to cells and rows.
    const texts = Array.from(
      { length: 90_018 },
      (_, index) => `<si><t xml:space="preserve">Av. Los Álamos ${index}, Lima</t></si>`,
    );
    const rows = Array.from({ length: 5001 }, (_, row) => {
      const cells = columns.map(
        (name, column) => `<c r="${name}${row + 1}" s="1" t="s"><v>${row * 18 + column}</v></c>`,
      );
      return `<row r="${row + 1}" spans="1:18" x14ac:dyDescent="0.25">${cells.join('')}</row>`;
    });
    const cells = await read(sheetOf(rows.join('')), { 'xl/sharedStrings.xml': `<sst>${texts.join('')}</sst>` });
    expect([cells.length, cells[5000]?.[17]]).toEqual([5001, 'Av. Los Álamos 90017, Lima']);
  });
});

describe('a hostile text file', () => {
  const MB5 = 5 * 1024 * 1024;
  it.each([
    ['a million columns', 'x;'.repeat(MB5 / 2), [1, MAX_COLUMNS]],
    ['one cell', 'x'.repeat(MB5), [1, 1]],
    ['one quoted cell', `"${'x'.repeat(MB5)}`, [1, 1]],
    ['quotes alone', '"'.repeat(MB5), [1, 1]],
    ['quotes that open and close', `${'"";'.repeat(MB5 / 3)}\nx`, [2, MAX_COLUMNS]],
    ['a quote that each line opens', `${'"\n'.repeat(MB5 / 2)}x`, [MAX_BLANK_ROWS + 1, 1]],
    ['a quote that each row opens', 'a;b;"c\n'.repeat(MB5 / 7), [5002, 3]],
    ['line ends alone', `${'\n'.repeat(MB5)}x`, [MAX_BLANK_ROWS + 1, 1]],
    ['separators and line ends', `${';\r'.repeat(MB5 / 2)}x`, [MAX_BLANK_ROWS + 1, 2]],
    ['formulas of blanks', `=${' '.repeat(MAX_CELL_LENGTH)}x\n`.repeat(5000), [5000, 1]],
    ['digits and exponents', `${'1'.repeat(MAX_CELL_LENGTH)}E+x\n`.repeat(5000), [5000, 1]],
  ])('G40: of %s is read within its limits', (_, text, [count = 0, columns = 0]) => {
    const { rows } = readCsv(text, 5002);
    expect(rows).toHaveLength(count);
    for (const { cells } of rows) {
      expect(cells.length).toBeLessThanOrEqual(columns);
      for (const cell of cells) if (cell.length > MAX_CELL_LENGTH + 1) expect(cell.length).toBe(MAX_CELL_LENGTH + 1);
    }
  });

  it('G40: is rejected for more than a million cells', () => {
    const row = `x${';'.repeat(MAX_COLUMNS - 1)}\n`;
    expect(readCsv(row.repeat(1000), 5002).rows).toHaveLength(1000);
    expect(() => readCsv(row.repeat(1001), 5002)).toThrow(FileTooComplex);
  });

  it.each([
    ['high bytes', Buffer.alloc(MB5, 0xe9)],
    ['high bytes and letters', Buffer.from('é'.repeat(MB5 / 2), 'latin1')],
    ['UTF-8 mixed with other bytes', Buffer.from('\u00c3\u00a9\u00e9x'.repeat(MB5 / 4), 'latin1')],
    ['text that was encoded twice', Buffer.from('Ã©'.repeat(MB5 / 4))],
  ])('G40: of %s is decoded within its limits', (_, bytes) => {
    const { text, encoding } = decodeText(bytes);
    expect(text.length).toBeLessThanOrEqual(bytes.length);
    for (const { sample } of encoding.choices) expect(sample.length).toBeLessThan(1000);
  });
});

describe('a workbook with many sheets', () => {
  it('G40: is rejected for sheets that unpack to more than 64 MB together', async () => {
    const sheets = (count: number) => ({
      'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${Array.from({ length: count }, (_, index) => `<sheet name="${index}" r:id="${index === 0 ? 'rId1' : 'rId2'}"/>`).join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="worksheets/large.xml"/></Relationships>',
      'xl/worksheets/large.xml': ' '.repeat(16 * 1024 * 1024),
    });
    const small = sheetOf('<row><c><v>1</v></c></row>');
    expect(await read(small, sheets(4))).toEqual([['1']]);
    await expect(read(small, sheets(6))).rejects.toThrow(FileTooComplex);
    await expect(read(small, { ...sheets(300), 'xl/worksheets/large.xml': ' ' })).rejects.toThrow(FileTooComplex);
  });
});
