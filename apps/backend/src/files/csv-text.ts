/**
 * Between the cells. What spreadsheets set to Peru's Spanish expect, whose decimal mark is the point; with a comma they
 * would show each line in one cell.
 */
export const CSV_SEPARATOR = ';';

/** Tells spreadsheets that UTF-8 follows; without it they would read «JosÃ©». */
export const BYTE_ORDER_MARK = '\ufeff';

/** What makes a spreadsheet take text for a formula, also behind blanks and in full-width form. */
const FORMULA = /^\s*[=+\-@＝＋－＠\t\r|]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Text that a spreadsheet shows as it is: an apostrophe before it says that it is no formula. */
export const neutral = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);

const cell = (value: string | number | null): string => {
  const text = typeof value === 'string' ? neutral(value) : (value?.toString() ?? '');
  return /[";,\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A line of a CSV file (RFC 4180 but for its separator), with its end. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cell).join(CSV_SEPARATOR)}\r\n`;
