import { cellText, EXACT_DIGITS } from './cell-text.ts';
import {
  clipCell,
  FileTooComplex,
  MAX_BLANK_ROWS,
  MAX_CELLS,
  MAX_COLUMNS,
  MAX_SHEET_CHARACTERS,
} from './file-limits.ts';
import { type NumberFormat, shownNumber } from './number-format.ts';
import { parseXml } from './parse-xml.ts';
import { type ReadRows } from './read-csv.ts';
import { hasContent, isFilled, type SheetRow, type SheetSummary, unreadableCell } from './sheet.ts';
import { isCrossed, Workbook } from './workbook.ts';
import { decodeEscapes } from './xml-escapes.ts';
import { type ZipReader } from './read-zip.ts';

/** Bounded, so that a long reference is cheap to reject: the last cell of a spreadsheet is XFD1048576. */
const REFERENCE = /^([A-Z]{1,3})(\d{1,7})$/i;
const LAST_ROW = 1_048_576;

/** Maximum size of a sheet whose rows are only counted. */
const MAX_COUNTED_BYTES = 32 * 1024 * 1024;

/** @returns the zero-based column and the row of a reference: 2 and 12 for `C12`. -1 if it is invalid. */
function placeOf(reference: string): { column: number; line: number } {
  const [, letters = '', line = '-1'] = REFERENCE.exec(reference) ?? [];
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return { column: column - 1, line: Number(line) };
}

const rowNumber = (text: string | undefined): number | undefined => {
  const line = /^\d{1,7}$/.test(text ?? '') ? Number(text) : 0;
  return line >= 1 && line <= LAST_ROW ? line : undefined;
};

/** A cell as the file describes it. */
interface RawCell {
  column: number;
  type: string;
  style: string | undefined;
  text: string;
  formula: boolean;
  value: boolean;
  crossed: boolean;
}

/** Parts and settings of the workbook that its cells depend on. */
interface Context {
  texts: readonly string[];
  formats: readonly NumberFormat[];
  /** Styles and shared strings that are crossed out. */
  crossed: { styles: ReadonlySet<string>; texts: ReadonlySet<number> };
  from1904: boolean;
  isUncalculated: boolean;
}

/** @returns `2026-11-25`, with a time unless it is midnight, for a date in ISO 8601. */
const isoDate = (text: string): string =>
  text
    .trim()
    .replace(/(?:\.\d+)?Z?$/, '')
    .replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::00)?/, '$1 $2')
    .replace(/ 00:00$/, '');

/** @returns the text of a number; an unreadable cell if it has more digits than spreadsheets store. */
function numberText(text: string, format: NumberFormat, from1904: boolean): string {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return unreadableCell('error', text);
  if (Math.abs(value) >= 10 ** EXACT_DIGITS) return unreadableCell('rounded', String(value));
  return shownNumber(value, format, from1904) ?? unreadableCell('error', '#####');
}

function textOf(cell: RawCell, context: Context): string {
  const { type, text } = cell;
  const isText = type === 'str' || type === 'inlineStr';
  if (cell.formula && type !== 'inlineStr') {
    if (!cell.value || (text === '' && !isText)) return unreadableCell('formula', '');
    if (context.isUncalculated && type === 'n' && Number(text) === 0) return unreadableCell('formula', text);
  }
  if (type === 'e') return unreadableCell('error', text);
  if (type === 's' && cell.value) {
    const shared = /^\s*\d+\s*$/.test(text) ? context.texts[Number(text)] : undefined;
    return shared === undefined ? unreadableCell('error', '') : cellText(shared, true);
  }
  if (text === '') return '';
  if (type === 'b') return text === '1' || text === 'true' ? 'VERDADERO' : 'FALSO';
  if (type === 'd') return isoDate(text);
  if (type === 'n') return numberText(text, Workbook.formatOf(context.formats, cell.style), context.from1904);
  return cellText(clipCell(decodeEscapes(text)), true);
}

/** Collects the rows of a sheet in the order of the file. */
class Rows {
  readonly rows: SheetRow[] = [];
  more = false;
  readonly #maxRows: number;
  #filled = 0;
  #characters = 0;
  #cells = 0;
  #isSorted = true;

  constructor(maxRows: number) {
    this.#maxRows = maxRows;
  }

  /** Adds a row. Blank ones are listed up to a limit, as are rows that the file omits. */
  add(row: SheetRow): void {
    const isBlank = !hasContent(row);
    if (!isBlank && this.#filled === this.#maxRows) {
      this.more = true;
      return;
    }
    for (const cell of row.cells) this.#characters += cell.length;
    this.#cells += row.cells.length;
    // Cells share strings: a small file can expand to very many characters.
    if (this.#characters > MAX_SHEET_CHARACTERS || this.#cells > MAX_CELLS) throw new FileTooComplex();
    const previous = this.rows.at(-1)?.line ?? 0;
    if (row.line <= previous) this.#isSorted = false;
    if (!isBlank) {
      for (let line = previous + 1; line < row.line && this.rows.length - this.#filled < MAX_BLANK_ROWS; line++)
        this.rows.push({ line, cells: [] });
      this.#filled++;
      this.rows.push(row);
    } else if (row.line > previous && this.rows.length - this.#filled < MAX_BLANK_ROWS) this.rows.push(row);
  }

  /** @returns the rows in the order of the sheet, without the blank ones that spreadsheets keep at the end. */
  done(): ReadRows {
    const last = this.rows.findLastIndex(hasContent);
    const rows = this.rows.slice(0, last + 1);
    if (this.#isSorted) return { rows, more: this.more };
    // A blank row that fills a gap is dropped if the file has the row with that number elsewhere.
    const known = new Set(rows.filter(hasContent).map(({ line }) => line));
    const listed = rows.filter((row) => hasContent(row) || (!known.has(row.line) && known.add(row.line)));
    return { rows: listed.toSorted((one, other) => one.line - other.line), more: this.more };
  }
}

/** Adds a cell to a row. Two values for one cell make it unreadable; content beyond the last column marks the row. */
function place(row: SheetRow, column: number, value: string): void {
  if (column < 0 || column >= MAX_COLUMNS) {
    if (isFilled(value)) row.fault = 'extra-cells';
    return;
  }
  while (row.cells.length < column) row.cells.push('');
  const other = row.cells[column] ?? '';
  row.cells[column] =
    other === '' || other === value ? value : value === '' ? other : unreadableCell('error', `${other} / ${value}`);
}

function readSheet(part: string, context: Context, maxRows: number): ReadRows & { hiddenColumns: number[] } {
  const { styles, texts } = context.crossed;
  const hiddenColumns = new Set<number>();
  const rows = new Rows(maxRows);
  let line = 0;
  let row: SheetRow | undefined;
  let cell: RawCell | undefined;
  let next = 0;
  let isData = false;
  let collecting = false;
  let phonetic = false;
  parseXml(part, {
    open: (name, attributes) => {
      if (name === 'sheetData') isData = true;
      if (name === 'col' && !isData) {
        const { min, max, hidden, width } = attributes;
        if (hidden === '1' || hidden === 'true' || (width !== undefined && Number(width) === 0))
          for (let at = Number(min); at <= Math.min(Number(max), MAX_COLUMNS); at++) hiddenColumns.add(at - 1);
      }
      // Anchors of drawings have rows too.
      if (!isData) return;
      if (name === 'c' && row) {
        const { r } = attributes;
        const at = r === undefined ? undefined : placeOf(r);
        const column = at?.column ?? next;
        if (column >= 0) next = column + 1;
        cell = {
          column,
          type: attributes['t'] ?? 'n',
          style: attributes['s'],
          text: '',
          formula: false,
          value: false,
          crossed: styles.has(attributes['s'] ?? '0'),
        };
      } else if (name === 'row') {
        line = rowNumber(attributes['r']) ?? line + 1;
        const { hidden, ht } = attributes;
        const isHidden = hidden === '1' || hidden === 'true' || (ht !== undefined && Number(ht) === 0);
        row = { line, cells: [], ...(isHidden && { hidden: true as const }) };
        next = 0;
      } else if (name === 'f' && cell) cell.formula = true;
      else if (name === 'rPh') phonetic = true;
      else if (name === 'strike' && cell && isCrossed(attributes)) cell.crossed = true;
      collecting = name === 'v' || (name === 't' && !phonetic);
      if (collecting && cell) cell.value = true;
    },
    text: (text) => {
      if (collecting && cell) cell.text += text;
    },
    close: (name) => {
      if (name === 'v' || name === 't') collecting = false;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'c' && cell && row) {
        const shown = textOf(cell, context);
        place(row, cell.column, shown);
        const isText = cell.type === 's' && texts.size > 0;
        if ((cell.crossed || (isText && texts.has(Number(cell.text)))) && isFilled(shown)) row.crossed = true;
        cell = undefined;
      } else if (name === 'row' && row) {
        while (row.cells.length > 0 && row.cells.at(-1) === '') row.cells.pop();
        rows.add(row);
        row = undefined;
      } else if (name === 'sheetData') isData = false;
    },
    enough: () => rows.more,
  });
  return { ...rows.done(), hiddenColumns: [...hiddenColumns] };
}

/** @returns the number of rows with content, without parsing the sheet. */
function countRows(part: string): number {
  const [, ...rows] = part.split(/<(?:[\w.-]+:)?row[\s>]/);
  return rows.filter((row) => /<(?:[\w.-]+:)?(?:v|t)(?:>|\s[^>]*[^/]>)/.test(row)).length;
}

/**
 * Finds the sheet to read: the chosen one, or the first visible one with content.
 * @param counts receives the number of rows of each sheet that was examined.
 */
function openSheet(workbook: Workbook, counts: number[], chosen = -1): { part: string; sheet: number } {
  const visible = [...workbook.sheets.keys()].filter((index) => workbook.sheets[index]?.hidden === false);
  let first: { part: string; sheet: number } | undefined;
  for (const sheet of workbook.sheets[chosen] ? [chosen] : visible) {
    const part = workbook.part(workbook.sheets[sheet]?.part ?? '');
    if (part === undefined) continue;
    first ??= { part, sheet };
    counts[sheet] = countRows(part);
    if (counts[sheet] > 0) return { part, sheet };
  }
  if (!first) throw new Error('A workbook without a sheet');
  return first;
}

/** A sheet of a workbook, and the number of rows of every sheet. */
export interface ReadWorkbook extends ReadRows {
  sheets: SheetSummary[];
  /** Index of the sheet that was read. */
  sheet: number;
  /** Places of its hidden columns. */
  hiddenColumns: number[];
  /** Whether the workbook counts days from 1904. */
  from1904: boolean;
}

/**
 * Reads a sheet of a workbook. Cells are text: what the sheet shows for dates, codes and text, otherwise the number,
 * see `shownNumber`. Formulas yield their saved value. Hidden columns are read and listed; hidden rows and those with
 * crossed-out cells are marked. Long cells are truncated, see `clipCell`.
 * @param maxRows maximum number of rows with content to read.
 * @param chosen index of the sheet to read; without one, the first visible sheet with content.
 * @throws FileTooComplex beyond the limits of `file-limits.ts`; Error if it is not a workbook.
 */
export function readXlsx(zip: ZipReader, maxRows: number, chosen?: number): ReadWorkbook {
  const workbook = new Workbook(zip);
  const { from1904, isUncalculated } = workbook;
  const counts: number[] = [];
  const { part, sheet } = openSheet(workbook, counts, chosen);
  const { texts, crossed } = workbook.sharedTexts();
  const { formats, crossed: styles } = workbook.styles();
  const context = { texts, formats, crossed: { styles, texts: crossed }, from1904, isUncalculated };
  const { rows, more, hiddenColumns } = readSheet(part, context, maxRows);
  const sheets = workbook.sheets.map(({ name, hidden, part: other }, index) => {
    // The sheet that was read is counted exactly; a cell of the others may turn out to be blank.
    if (index === sheet && !more) return { name, hidden, rows: rows.filter(hasContent).length };
    return { name, hidden, rows: counts[index] ?? countRows(workbook.part(other, MAX_COUNTED_BYTES) ?? '') };
  });
  return { rows, more, sheets, sheet, from1904, hiddenColumns };
}
