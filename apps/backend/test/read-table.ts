import { decodeText } from '#platform/files/decode-text.ts';
import { readCsv } from '#platform/files/read-csv.ts';
import { readXlsx } from '#platform/files/read-xlsx.ts';
import { ZipReader } from '#platform/files/read-zip.ts';
import { type SheetRow } from '#platform/files/sheet.ts';

const MAX_ROWS = 100_000;
const cellsOf = (rows: readonly SheetRow[]): string[][] => rows.map(({ cells }) => cells);

/** @returns the cells of a CSV file. */
export const csvCells = (bytes: Buffer, maxRows = MAX_ROWS): string[][] =>
  cellsOf(readCsv(decodeText(bytes).text, maxRows).rows);

/** @returns the cells of the first sheet of a workbook. */
export const xlsxCells = (bytes: Buffer, maxRows = MAX_ROWS): string[][] =>
  cellsOf(readXlsx(new ZipReader(bytes), maxRows).rows);
