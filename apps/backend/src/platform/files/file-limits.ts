/** Rows with more cells are errors: an import has some thirty columns, and the widest known exports have hundreds. */
export const MAX_COLUMNS = 1000;

/** Maximum number of cells in a sheet: five thousand lines with two hundred columns. */
export const MAX_CELLS = 1_000_000;

/** Maximum number of blank rows listed. Spreadsheets keep up to a million of them below a table. */
export const MAX_BLANK_ROWS = 10_000;

/** Cells are truncated after this many characters. The longest field of an order, its note, has half as many. */
export const MAX_CELL_LENGTH = 1000;

/** Maximum number of characters in a sheet. Five thousand lines with every import column full have fewer. */
export const MAX_SHEET_CHARACTERS = 10_000_000;

/** Maximum size of one unpacked part of a workbook. The sheet of an import with five thousand full lines is smaller. */
export const MAX_PART_BYTES = 8 * 1024 * 1024;

/** Maximum size of all unpacked parts of a workbook, including sheets whose rows are only counted. */
export const MAX_WORKBOOK_BYTES = 64 * 1024 * 1024;

/** Maximum number of sheets in a workbook. Spreadsheets slow down with far fewer. */
export const MAX_SHEETS = 255;

/**
 * Maximum number of shared strings in a workbook. Five thousand lines with distinct text in every column have fewer.
 */
export const MAX_SHARED_TEXTS = 200_000;

/**
 * Limits of one XML document. Spreadsheets nest eight elements deep and write at most four elements and four attributes
 * per cell; five thousand lines of an import are ninety thousand cells.
 */
export const XML_LIMITS = {
  depth: 32,
  elements: 600_000,
  attributes: 1_200_000,
  attributesOfElement: 64,
} as const;

/** A file that unpacks to something larger, deeper or longer than any list of orders. */
export class FileTooComplex extends Error {
  override readonly name = 'FileTooComplex';
}

/**
 * Truncates a cell to a length that can be stored. A truncated cell ends in «…» and stays longer than
 * `MAX_CELL_LENGTH`, which marks it as truncated for `LineReader` and for people who see the line.
 */
export const clipCell = (text: string): string =>
  // `toWellFormed` replaces a surrogate pair split by the truncation, which could not be stored.
  text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH).toWellFormed()}…` : text;
