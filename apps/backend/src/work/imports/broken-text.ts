import { type CellError, type ImportColumns } from '@despacho/contracts/dispatch';
import { CSV_SEPARATOR, csvLine } from '#platform/files/csv-text.ts';
import { readCsvLines } from '#platform/files/read-csv.ts';
import { withoutFaultMarks } from '#platform/files/sheet.ts';

/** Imports ignore a column with this name, so that the corrected file can be uploaded as it is. */
const ERROR_HEADER = 'error';

const LINE_END = '\r\n';

/** Formats lines of a file for correction. */
interface BrokenText {
  /** The header, with a column for the errors. */
  header: string;
  /** @returns the rows of a line as CSV, without a line end. Omits the `error` column of an earlier download. */
  textOf: (rows: readonly (readonly string[])[]) => string;
  /** @returns the place of a column among those cells. */
  placeOf: (place: number) => number;
  /** Number of those cells. */
  width: number;
}

const rowText = (cells: readonly string[]): string => csvLine(cells).slice(0, -LINE_END.length);

/** @param headers of the uploaded file. */
export function brokenText(headers: readonly string[]): BrokenText {
  const earlier = headers.findIndex((header) => header.trim().toLowerCase() === ERROR_HEADER);
  const kept = (cells: readonly string[]): string[] =>
    headers.flatMap((_, place) => (place === earlier ? [] : [cells[place] ?? '']));
  return {
    header: csvLine([...kept(headers).map(withoutFaultMarks), ERROR_HEADER]),
    textOf: (rows) => rows.map((cells) => rowText(kept(cells))).join(LINE_END),
    placeOf: (place) => (earlier >= 0 && place > earlier ? place - 1 : place),
    width: kept(headers).length,
  };
}

/** @returns the errors of a line with their remedies. */
export const errorText = <Key extends string>(errors: readonly CellError<Key>[], columns: ImportColumns<Key>): string =>
  errors
    .map(({ column, value, reason, remedy }) =>
      column === null
        ? `${[reason, value].filter(Boolean).join(': ')}. ${remedy}`
        : `${columns[column].header}: ${reason}. ${remedy}`,
    )
    .join(' | ');

/** @returns the rows of a line. @param text as formatted by `textOf`. */
export const rowsOfText = (text: string): string[][] => readCsvLines(text, CSV_SEPARATOR);

/**
 * @returns a line for download, with line ends: each of its rows ends with the sentence.
 * @param text as formatted by `textOf`.
 * @param width number of cells before the sentence.
 */
export const brokenLine = (text: string, width: number, sentence: string): string =>
  rowsOfText(text)
    .map((cells) => csvLine([...cells.slice(0, width).map(withoutFaultMarks), sentence]))
    .join('');

/**
 * @returns the rows of a line with another text in one column. Missing cells before it are added.
 * @param isPerItem whether the column has a value per item: the text goes into the first row, and the others get none.
 */
export const withCell = (
  rows: readonly (readonly string[])[],
  { place, value, isPerItem }: { place: number; value: string; isPerItem: boolean },
): string[][] =>
  rows.map((cells, row) => {
    const text = isPerItem && row > 0 ? '' : value;
    return Array.from({ length: Math.max(cells.length, place + 1) }, (_, at) =>
      at === place ? text : (cells[at] ?? ''),
    );
  });

/** @returns rows as CSV like `textOf`, with all their cells. */
export const textOfRows = (rows: readonly (readonly string[])[]): string => rows.map(rowText).join(LINE_END);
