import { IMPORT_COLUMNS, type LineError } from '@despacho/contracts/dispatch';
import { CSV_SEPARATOR, csvLine } from '../files/csv-text.ts';
import { readCsvLine } from '../files/read-csv.ts';

/** Imports ignore a column with this name, so that the corrected file can be uploaded as it is. */
const ERROR_HEADER = 'error';

const LINE_END = '\r\n';

/** Formats lines of a file for correction. */
interface BrokenText {
  /** The header, with a column for the errors. */
  header: string;
  /** @returns the cells of a line as CSV, without a line end. Omits the `error` column of an earlier download. */
  cellsOf: (cells: readonly string[]) => string;
  /** @returns the place of a column among those cells. */
  placeOf: (place: number) => number;
  /** Number of those cells. */
  width: number;
}

const lineText = (cells: readonly string[]): string => csvLine(cells).slice(0, -LINE_END.length);

/** @param headers of the uploaded file. */
export function brokenText(headers: readonly string[]): BrokenText {
  const earlier = headers.findIndex((header) => header.trim().toLowerCase() === ERROR_HEADER);
  const kept = (cells: readonly string[]): string[] =>
    headers.flatMap((_, place) => (place === earlier ? [] : [cells[place] ?? '']));
  return {
    header: csvLine([...kept(headers), ERROR_HEADER]),
    cellsOf: (cells) => lineText(kept(cells)),
    placeOf: (place) => (earlier >= 0 && place > earlier ? place - 1 : place),
    width: kept(headers).length,
  };
}

/** @returns a line of the broken-lines file, with its line end. @param cells as written by `cellsOf`. */
export function brokenLine(cells: string, errors: readonly LineError[]): string {
  const sentence = errors
    .map(({ column, reason, remedy }) => `${IMPORT_COLUMNS[column].header}: ${reason}. ${remedy}`)
    .join(' | ');
  return cells + CSV_SEPARATOR + csvLine([sentence]);
}

/** @returns the cells of a line written by `brokenLine`, with another text in one of them. @param width without errors. */
export function withCell(broken: string, width: number, place: number | undefined, value: string): string {
  const kept = readCsvLine(broken, CSV_SEPARATOR).slice(0, width);
  if (place !== undefined && place < width) kept[place] = value;
  return lineText(kept);
}
