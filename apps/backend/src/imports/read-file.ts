import { MAX_IMPORT_LINES, MAX_TITLE_ROWS } from '@despacho/contracts/dispatch';
import { decodeText } from '../files/decode-text.ts';
import { FileTooComplex } from '../files/file-limits.ts';
import { readCsv } from '../files/read-csv.ts';
import { readXlsx } from '../files/read-xlsx.ts';
import { type FileChoice, type NoTable, type SheetFile } from '../files/sheet.ts';

/** Titles, the headings, the maximum lines, and one more to detect an excess. */
const MAX_ROWS = MAX_TITLE_ROWS + MAX_IMPORT_LINES + 2;

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** Numbers rows, without blank ones at the end, which spreadsheets keep for deleted content. */
function sheetOf(rows: string[][]): SheetFile {
  let length = rows.length;
  while (length > 0 && isBlank(rows[length - 1] ?? [])) length--;
  const numbered = rows.slice(0, length).map((cells, index) => ({ line: index + 1, cells }));
  return {
    kind: 'sheet',
    rows: numbered,
    sheets: [{ name: '', rows: numbered.length, hidden: false }],
    sheet: 0,
    encoding: null,
  };
}

/**
 * Parses a workbook, recognized by its first bytes, or else a text file. The extension is ignored: people rename files.
 * @throws FileTooComplex beyond the limits of `files/file-limits.ts`.
 */
export function readFile(bytes: Buffer, _choice: FileChoice = {}): SheetFile | NoTable {
  try {
    if (bytes.subarray(0, 2).toString('latin1') === 'PK') return sheetOf(readXlsx(bytes, MAX_ROWS));
  } catch (error) {
    if (error instanceof FileTooComplex) throw error;
    return { kind: 'no-table', format: 'unknown' };
  }
  const text = decodeText(bytes);
  // Old workbooks, images and other binary files. Text contains no NUL.
  if (text.includes('\u0000')) return { kind: 'no-table', format: 'unknown' };
  return sheetOf(readCsv(text, MAX_ROWS));
}
