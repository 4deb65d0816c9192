import { describe, expect, it } from 'vitest';
import { bomb, elementsBomb, workbookOf } from '../../test/hostile-workbooks.ts';
import {
  FileTooComplex,
  MAX_CELL_LENGTH,
  MAX_COLUMNS,
  MAX_PART_BYTES,
  MAX_SHARED_TEXTS,
  XML_LIMITS,
} from './file-limits.ts';
import { parseXml } from './parse-xml.ts';
import { readCsv } from './read-csv.ts';
import { xlsxCells } from '../../test/read-table.ts';

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
    expect(await read(sheetOf(row.repeat(100)), shared)).toHaveLength(100);
    await expect(read(sheetOf(row.repeat(101)), shared)).rejects.toThrow(FileTooComplex);
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
    expect(await read(sheetOf(`<row>${odd.map(cell).join('')}${cell('B1')}</row>`))).toEqual([['', '1']]);
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
    ['quotes that open and close', '"";'.repeat(MB5 / 3), [1, MAX_COLUMNS]],
    ['a quote that each line opens', '"\n'.repeat(MB5 / 2), [1, 1]],
    ['line ends alone', '\n'.repeat(MB5), [5002, 1]],
    ['separators and line ends', ';\r'.repeat(MB5 / 2), [5002, 2]],
  ])('G40: of %s is read within its limits', (_, text, [maxRows = 0, columns = 0]) => {
    const rows = readCsv(text, 5002);
    expect(rows.length).toBeLessThanOrEqual(5002);
    expect(rows.length).toBeGreaterThanOrEqual(maxRows);
    for (const row of rows) {
      expect(row.length).toBeLessThanOrEqual(Math.max(columns, MAX_COLUMNS));
      for (const cell of row) if (cell.length > MAX_CELL_LENGTH + 1) expect(cell.length).toBe(MAX_CELL_LENGTH + 1);
    }
  });
});
