import { IMPORT_COLUMNS, type LineError } from '@despacho/contracts/dispatch';
import { CSV_SEPARATOR, csvLine } from '../files/csv-text.ts';

/** Imports ignore a column with this name, so that the corrected file can be uploaded as it is. */
const ERROR_HEADER = 'error';

const LINE_END = '\r\n';

/** Formats lines of a file for correction. */
export interface BrokenText {
  /** The header, with a column for the errors. */
  header: string;
  /** @returns the cells of a line as CSV, without a line end. Omits the `error` column of an earlier download. */
  cellsOf: (cells: readonly string[]) => string;
}

/** @param headers the first line of the uploaded file. */
export function brokenText(headers: readonly string[]): BrokenText {
  const earlier = headers.findIndex((header) => header.trim().toLowerCase() === ERROR_HEADER);
  const kept = (cells: readonly string[]): string[] =>
    headers.flatMap((_, place) => (place === earlier ? [] : [cells[place] ?? '']));
  return {
    header: csvLine([...kept(headers), ERROR_HEADER]),
    cellsOf: (cells) => csvLine(kept(cells)).slice(0, -LINE_END.length),
  };
}

/** @returns a line of the broken-lines file, with its line end. @param cells as written by `cellsOf`. */
export function brokenLine(cells: string, errors: readonly LineError[]): string {
  const sentence = errors
    .map(({ column, reason, remedy }) => `${IMPORT_COLUMNS[column].header}: ${reason}. ${remedy}`)
    .join(' | ');
  return cells + CSV_SEPARATOR + csvLine([sentence]);
}
