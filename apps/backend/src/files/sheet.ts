/**
 * First character of a cell that could not be read. A noncharacter of Unicode: no program writes it, and if one does,
 * its cell becomes an error instead of a wrong value.
 */
const MARK = '\ufdd0';

/** Why a cell has no value: an error of the spreadsheet, a formula without a saved result, a rounded long number. */
export type CellFault = 'error' | 'formula' | 'rounded';

const FAULTS: readonly CellFault[] = ['error', 'formula', 'rounded'];

/** @returns the text of a cell without a readable value. @param shown what the spreadsheet shows, such as `#N/A`. */
export const unreadableCell = (fault: CellFault, shown: string): string => `${MARK}${fault}:${shown}`;

/** @returns why a cell has no value, and what the spreadsheet shows; undefined for a readable cell. */
export function cellFault(cell: string): { fault: CellFault; shown: string } | undefined {
  if (!cell.startsWith(MARK)) return undefined;
  const [name = '', ...shown] = cell.slice(MARK.length).split(':');
  return { fault: FAULTS.find((each) => each === name) ?? 'error', shown: shown.join(':') };
}

const MARKS = new RegExp(`${MARK}(?:${FAULTS.join('|')}):`, 'g');

/** @returns a text that contains cells, with what the spreadsheet shows in place of unreadable ones. */
export const withoutMarks = (text: string): string => text.replace(MARKS, '');

/** Why none of the cells of a row can be trusted. */
export type RowFault = 'unclosed-quote' | 'extra-cells';

/** A row of a sheet. Blank rows are included, so that all rows can be counted. */
export interface SheetRow {
  /** As spreadsheets count, from 1. In a text file, the line on which the row starts, as editors count. */
  line: number;
  cells: string[];
  /** Hidden by the person or by a filter. */
  hidden?: true;
  fault?: RowFault;
}

/** A sheet of a workbook that was counted but not read. */
export interface SheetSummary {
  name: string;
  /** Rows with content. */
  rows: number;
  hidden: boolean;
}

/** What a file holds. */
export interface SheetFile {
  kind: 'sheet';
  rows: SheetRow[];
  /** All sheets in the order of the workbook; one without a name for a text file. */
  sheets: SheetSummary[];
  /** Place of the sheet that was read. */
  sheet: number;
  /** How a text file was decoded; null for a workbook. */
  encoding: TextEncoding | null;
  /** There are further rows with content, which were not read. */
  more?: true;
  /**
   * Numbers without a date format count days from 1904. Those with one are already dates, such as `2026-11-25`.
   * Use `dateFrom1904` for the cells of a date column.
   */
  from1904?: true;
}

/** How a text file was decoded. */
export interface TextEncoding {
  used: string;
  /** Other readings that are as likely, the used one first, each with the same sample. Empty without a doubt. */
  choices: { encoding: string; sample: string }[];
}

/** A file that is not a table. */
export interface NoTable {
  kind: 'no-table';
  /** The format it has, if known. */
  format: 'xls' | 'ods' | 'html' | 'xml' | 'json' | 'pdf' | 'encrypted' | 'unknown';
}

/** What the person chose about a file. */
export interface FileChoice {
  sheet?: number | undefined;
  encoding?: string | undefined;
}

/** Days between the two date systems of spreadsheets. */
export const DAYS_OF_1904 = 1462;

/** @returns the cell of a date column of a workbook that counts days from 1904, as if it counted from 1900. */
export const dateFrom1904 = (cell: string): string =>
  /^\d{5}(\.\d+)?$/.test(cell.trim()) ? String(Number(cell) + DAYS_OF_1904) : cell;
