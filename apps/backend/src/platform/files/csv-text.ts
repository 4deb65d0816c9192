/**
 * Cell separator. Spreadsheets with Peruvian settings expect it, as their decimal mark is the point; with a comma they
 * would show each line in one cell.
 */
export const CSV_SEPARATOR = ';';

/** Marks the file as UTF-8; without it spreadsheets would show «JosÃ©». */
export const BYTE_ORDER_MARK = '\ufeff';

/** Text that a spreadsheet would treat as a formula, also after blanks and in full-width form. */
const FORMULA = /^\s*[=+\-@＝＋－＠\t\r|]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Escapes a formula with a leading apostrophe, so that spreadsheets show it as text. */
const neutral = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);

const cell = (value: string | number | null): string => {
  const text = typeof value === 'string' ? neutral(value) : (value?.toString() ?? '');
  return /[";,\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A line of a CSV file (RFC 4180 except for the separator), with its line break. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cell).join(CSV_SEPARATOR)}\r\n`;

/** @returns a line of a table: amounts have two decimals, as on the screens. */
export const csvRow = (columns: readonly { kind: string }[], cells: readonly (string | number | null)[]): string =>
  csvLine(
    cells.map((value, place) =>
      typeof value === 'number' && columns[place]?.kind === 'money' ? value.toFixed(2) : value,
    ),
  );
