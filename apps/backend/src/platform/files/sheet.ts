/**
 * First character of a cell that could not be read. A Unicode noncharacter: no program writes it, and if one does, its
 * cell becomes an error instead of a wrong value.
 */
const MARK = '\ufdd0';

/** Why a cell has no value: an error of the spreadsheet, a formula without a saved result, a rounded long number. */
export type CellFault = 'error' | 'formula' | 'rounded';

const FAULTS: readonly CellFault[] = ['error', 'formula', 'rounded'];

/** @returns a cell without a readable value. @param shown what the spreadsheet shows in it, such as `#N/A`. */
export const unreadableCell = (fault: CellFault, shown: string): string => `${MARK}${fault}:${shown}`;

/** @returns why a cell has no value, and what the spreadsheet shows; undefined for a readable cell. */
export function cellFault(cell: string): { fault: CellFault; shown: string } | undefined {
  if (!cell.startsWith(MARK)) return undefined;
  const [name = '', ...shown] = cell.slice(MARK.length).split(':');
  return { fault: FAULTS.find((each) => each === name) ?? 'error', shown: shown.join(':') };
}

const FAULT_MARKS = new RegExp(`${MARK}(?:${FAULTS.join('|')}):`, 'g');

/**
 * @returns the text of cells without the marks of `unreadableCell`: unreadable cells become what the spreadsheet shows.
 */
export const withoutFaultMarks = (text: string): string => text.replace(FAULT_MARKS, '');

/** @returns whether a cell has content. */
export const isFilled = (cell: string): boolean => cell !== '' && cell.trim() !== '';

/** Why the cells of a row cannot be trusted. */
export type RowFault =
  | 'unclosed-quote'
  | 'extra-cells'
  /** A comma may have separated one of its cells: `together` is that cell. */
  | 'shifted'
  /** The headings of its table name a column twice. */
  | 'headings';

/** A row of a sheet. Blank rows are included, so that every row is counted. */
export interface SheetRow {
  /** Number of the row, from 1. In a text file, number of the line on which it starts. */
  line: number;
  cells: string[];
  /** Hidden by hand or by a filter. */
  hidden?: true;
  /** One of its filled cells is crossed out, in whole or in part. */
  crossed?: true;
  fault?: RowFault;
  together?: string;
  /** Further headings below the first ones. */
  isHeadings?: true;
}

/** @returns whether a row has content, or a fault that may hide some. */
export const hasContent = ({ cells, fault }: SheetRow): boolean => fault !== undefined || cells.some(isFilled);

/** A sheet of a workbook. */
export interface SheetSummary {
  name: string;
  /** Number of rows with content. */
  rows: number;
  hidden: boolean;
}

/** A file that is a table: the rows of one of its sheets. */
export interface SheetFile {
  kind: 'sheet';
  rows: SheetRow[];
  /** All sheets in the order of the workbook; one without a name for a text file. */
  sheets: SheetSummary[];
  /** Index of the sheet that was read. */
  sheet: number;
  /** How a text file was decoded; null for a workbook. */
  encoding: TextEncoding | null;
  /** Between the cells of a text file. */
  separator?: string;
  /** Places of the hidden columns of a workbook's sheet. */
  hiddenColumns?: number[];
  /** Present if there are further rows with content, which were not read. */
  more?: true;
  /**
   * Present if numbers without a date format count days from 1904: use `dateFrom1904` for the cells of a date column.
   * Numbers with a date format are already dates, such as `2026-11-25`.
   */
  from1904?: true;
}

/** How a text file was decoded. */
export interface TextEncoding {
  used: string;
  /** Encodings that are about as likely, the used one first, with the same sample in each. Empty if one is clear. */
  choices: { encoding: string; sample: string }[];
}

/** A file that is not a table. */
export interface NoTable {
  kind: 'no-table';
  format: 'xls' | 'ods' | 'html' | 'xml' | 'json' | 'pdf' | 'encrypted' | 'unknown';
}

/** Choices of the person about a file. */
export interface FileChoice {
  /** Index of the sheet to read. */
  sheet?: number | undefined;
  /** Name of the encoding. */
  encoding?: string | undefined;
}

/** Days between the two date systems of spreadsheets, which count from 1900 and 1904. */
export const DAYS_OF_1904 = 1462;

/** @returns a cell of a date column that counts days from 1904, as days from 1900; other text unchanged. */
export const dateFrom1904 = (cell: string): string =>
  /^\d{5}(\.\d+)?$/.test(cell.trim()) ? String(Number(cell) + DAYS_OF_1904) : cell;
