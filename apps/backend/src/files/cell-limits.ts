/** Columns beyond these are left out: an import has eighteen. */
export const MOST_COLUMNS = 100;

/** Longest cell that is read whole, in characters: the longest field of an order, its note, has half of them. */
export const LONGEST_CELL = 1000;

/** Most characters of a sheet: five thousand lines with all their columns full have less than half of them. */
export const MOST_SHEET_CHARACTERS = 20_000_000;

/** A sheet holds more text than any list of orders does. */
export class TooMuchText extends Error {
  override readonly name = 'TooMuchText';
}

/**
 * A cell as it is kept. One that is too long is cut and ends in «…»: it is longer than `LONGEST_CELL` still, which is
 * how whoever reads it further knows, and people see it where they get it back.
 */
export const clipCell = (text: string): string =>
  // Half of a pair at the cut could not be stored.
  text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL).toWellFormed()}…` : text;
