import { IMPORT_COLUMNS, type LineError } from '@despacho/contracts/dispatch';
import { CSV_SEPARATOR, csvLine } from '../files/csv-text.ts';

/** A column of this name is ignored by an import: the file can be corrected and uploaded as it is. */
const ERROR_HEADER = 'error';

const LINE_END = '\r\n';

/** How lines of a file are written down to be corrected. */
export interface BrokenText {
  /** First line of the file, with a column for the errors. */
  header: string;
  /** @returns the cells of a line as CSV, without a line end. An `error` column of an earlier download is left out. */
  cellsOf: (cells: readonly string[]) => string;
}

/** @param headers first line of the uploaded file. */
export function brokenText(headers: readonly string[]): BrokenText {
  const earlier = headers.findIndex((header) => header.trim().toLowerCase() === ERROR_HEADER);
  const kept = (cells: readonly string[]): string[] =>
    headers.flatMap((_, place) => (place === earlier ? [] : [cells[place] ?? '']));
  return {
    header: csvLine([...kept(headers), ERROR_HEADER]),
    cellsOf: (cells) => csvLine(kept(cells)).slice(0, -LINE_END.length),
  };
}

/** @returns a line of the file of broken lines, with its end. @param cells as `cellsOf` wrote them. */
export function brokenLine(cells: string, errors: readonly LineError[]): string {
  const sentence = errors
    .map(({ column, reason, remedy }) => `${IMPORT_COLUMNS[column].header}: ${reason}. ${remedy}`)
    .join(' | ');
  return cells + CSV_SEPARATOR + csvLine([sentence]);
}
