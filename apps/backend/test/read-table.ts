import { decodeText } from '../src/platform/files/decode-text.ts';
import { readCsv } from '../src/platform/files/read-csv.ts';
import { readXlsx } from '../src/platform/files/read-xlsx.ts';
import { ZipReader } from '../src/platform/files/read-zip.ts';
import { type SheetRow } from '../src/platform/files/sheet.ts';

const MAX_ROWS = 100_000;
const cellsOf = (rows: readonly SheetRow[]): string[][] => rows.map(({ cells }) => cells);

/** @returns the cells of a CSV file. */
export const csvCells = (bytes: Buffer, maxRows = MAX_ROWS): string[][] =>
  cellsOf(readCsv(decodeText(bytes).text, maxRows).rows);

/** @returns the cells of the first sheet of a workbook. */
export const xlsxCells = (bytes: Buffer, maxRows = MAX_ROWS): string[][] =>
  cellsOf(readXlsx(new ZipReader(bytes), maxRows).rows);
