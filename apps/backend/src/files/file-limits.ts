/** Columns beyond these are left out: an import has eighteen. */
export const MAX_COLUMNS = 100;

/** Longest cell that is read whole, in characters: the longest field of an order, its note, has half of them. */
export const MAX_CELL_LENGTH = 1000;

/** Most characters of a sheet: five thousand lines with every column of an import full have fewer. */
export const MAX_SHEET_CHARACTERS = 10_000_000;

/** Most bytes of one part of a workbook once unpacked: the sheet of an import with five thousand full lines has fewer. */
export const MAX_PART_BYTES = 8 * 1024 * 1024;

/** Most texts that the cells of a workbook share: each line of an import with its own text in every column has fewer. */
export const MAX_SHARED_TEXTS = 200_000;

/**
 * Limits of one XML document. Spreadsheets nest eight elements deep and write at most four elements and four attributes
 * for a cell; five thousand lines of an import are ninety thousand cells.
 */
export const XML_LIMITS = {
  depth: 32,
  elements: 600_000,
  attributes: 1_200_000,
  attributesOfElement: 64,
} as const;

/** A file that is larger, deeper or longer than any list of orders, however small it is packed. */
export class FileTooComplex extends Error {
  override readonly name = 'FileTooComplex';
}

/**
 * Cuts a cell to a length that can be stored. A longer one ends in «…» and is longer than `MAX_CELL_LENGTH` still: that
 * tells the reader of the line that it was cut, and people see it where they get the line back.
 */
export const clipCell = (text: string): string =>
  // Half of a surrogate pair at the cut could not be stored.
  text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH).toWellFormed()}…` : text;
