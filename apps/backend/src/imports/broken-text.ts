import { IMPORT_COLUMNS, type LineError } from '@despacho/contracts/dispatch';
import { CSV_SEPARATOR, csvLine } from '../files/csv-text.ts';
import { readCsv } from '../files/read-csv.ts';

/** Imports ignore a column with this name, so that the corrected file can be uploaded as it is. */
const ERROR_HEADER = 'error';

export const LINE_END = '\r\n';

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

/** @returns the cells of each row that `cellsOf` wrote, joined by line ends. */
const rowsIn = (cells: string): string[][] =>
  readCsv(`sep=${CSV_SEPARATOR}\n${cells}`, Math.max(1, cells.split(LINE_END).length));

/**
 * @param cells as written by `cellsOf`; several rows are joined by line ends.
 * @returns lines of the broken-lines file, with their line ends. The errors are in each row.
 */
export function brokenLine(cells: string, errors: readonly LineError[]): string {
  const sentence = errors
    .map(({ column, reason, remedy }) => `${IMPORT_COLUMNS[column].header}: ${reason}. ${remedy}`)
    .join(' | ');
  const end = CSV_SEPARATOR + csvLine([sentence]);
  return (cells.includes(LINE_END) ? rowsIn(cells).map(lineText) : [cells]).map((row) => row + end).join('');
}

/**
 * @param width number of cells without the errors. @param isPerItem the text is for all rows together, not for each.
 * @returns the cells of rows written by `brokenLine`, with another text in one column.
 */
export function withCell(
  broken: string,
  { width, place, value, isPerItem }: { width: number; place: number | undefined; value: string; isPerItem: boolean },
): string {
  const rows = rowsIn(broken.endsWith(LINE_END) ? broken.slice(0, -LINE_END.length) : broken);
  const changed = rows.map((cells, at) => {
    const kept = cells.slice(0, width);
    if (place !== undefined && place < width) kept[place] = isPerItem && at > 0 ? '' : value;
    return lineText(kept);
  });
  return changed.join(LINE_END);
}
