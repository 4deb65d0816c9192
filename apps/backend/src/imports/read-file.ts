import { MAX_IMPORT_LINES } from '@despacho/contracts/dispatch';
import { decodeText } from '../files/decode-text.ts';
import { FileTooComplex } from '../files/file-limits.ts';
import { readCsv } from '../files/read-csv.ts';
import { readXlsx } from '../files/read-xlsx.ts';

/** The header, the lines, and one more to notice that there are too many. */
const MOST_ROWS = MAX_IMPORT_LINES + 2;

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** Blank rows at the end are no lines: spreadsheets keep them where something once stood. */
function withoutTail(rows: string[][]): string[][] {
  let length = rows.length;
  while (length > 0 && isBlank(rows[length - 1] ?? [])) length--;
  return rows.slice(0, length);
}

/**
 * The cells of a file that is a workbook by its first bytes, else text. What the name ends in does not matter: people
 * rename files.
 * @returns undefined for what is neither.
 * @throws FileTooComplex beyond the limits of `files/file-limits.ts`.
 */
export function readFile(bytes: Buffer): string[][] | undefined {
  try {
    if (bytes.subarray(0, 2).toString('latin1') === 'PK') return withoutTail(readXlsx(bytes, MOST_ROWS));
  } catch (error) {
    if (error instanceof FileTooComplex) throw error;
    return undefined;
  }
  const text = decodeText(bytes);
  // Old workbooks, pictures and the like. No text holds this character.
  if (text.includes('\u0000')) return undefined;
  return withoutTail(readCsv(text, MOST_ROWS));
}
