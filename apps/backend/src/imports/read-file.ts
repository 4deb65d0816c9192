import { MAX_IMPORT_LINES, MAX_TITLE_ROWS } from '@despacho/contracts/dispatch';
import { decodeText } from '../files/decode-text.ts';
import { FileTooComplex } from '../files/file-limits.ts';
import { readCsv } from '../files/read-csv.ts';
import { readXlsx } from '../files/read-xlsx.ts';

/** Titles, the headings, the maximum lines, and one more to detect an excess. */
const MAX_ROWS = MAX_TITLE_ROWS + MAX_IMPORT_LINES + 2;

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** Removes blank rows at the end, which spreadsheets keep for deleted content. */
function withoutTail(rows: string[][]): string[][] {
  let length = rows.length;
  while (length > 0 && isBlank(rows[length - 1] ?? [])) length--;
  return rows.slice(0, length);
}

/**
 * Parses a workbook, recognized by its first bytes, or else a text file. The extension is ignored: people rename files.
 * @returns undefined if it is neither.
 * @throws FileTooComplex beyond the limits of `files/file-limits.ts`.
 */
export function readFile(bytes: Buffer): string[][] | undefined {
  try {
    if (bytes.subarray(0, 2).toString('latin1') === 'PK') return withoutTail(readXlsx(bytes, MAX_ROWS));
  } catch (error) {
    if (error instanceof FileTooComplex) throw error;
    return undefined;
  }
  const text = decodeText(bytes);
  // Old workbooks, images and other binary files. Text contains no NUL.
  if (text.includes('\u0000')) return undefined;
  return withoutTail(readCsv(text, MAX_ROWS));
}
