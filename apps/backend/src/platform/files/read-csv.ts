import { cellText, isPlain } from './cell-text.ts';
import { type CsvShape, csvShape } from './csv-shape.ts';
import { clipCell, FileTooComplex, MAX_BLANK_ROWS, MAX_CELL_LENGTH, MAX_CELLS, MAX_COLUMNS } from './file-limits.ts';
import { isFilled, type SheetRow } from './sheet.ts';

/** The separator declaration that spreadsheets write before the header. */
const DECLARED = /^"?sep=(.)"?(?:\r\n|\n|\r)/i;

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/**
 * A line inside a quoted cell counts as a row that the quote swallowed if it has at least this share of the usual
 * number of separators.
 */
const ROW_SHARE = 0.75;

/** A parsed row. */
interface Parsed {
  cells: string[];
  /** Position after the row. */
  next: number;
  /** Whether its quotes are plausible. */
  trusted: boolean;
  /** Whether there is content beyond `MAX_COLUMNS`. */
  beyond: boolean;
  /** Line breaks inside its cells. */
  lineBreaks: number;
}

class CsvText {
  readonly #text: string;
  readonly #separator: number;
  readonly #count: number;

  constructor(text: string, { separator, count }: CsvShape) {
    this.#text = text;
    this.#separator = separator.charCodeAt(0);
    this.#count = count;
  }

  /** @returns the next separator, line end or end of the text. */
  #endOfBare(from: number): number {
    let at = from;
    for (; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === this.#separator || code === LF || code === CR) break;
    }
    return at;
  }

  /** @returns the next line end before `limit`, or `limit`. */
  #endOfLine(from: number, limit = this.#text.length): number {
    let at = from;
    for (; at < limit; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === LF || code === CR) break;
    }
    return at;
  }

  #afterLine(end: number): number {
    return end + (this.#text.charCodeAt(end) === CR && this.#text.charCodeAt(end + 1) === LF ? 2 : 1);
  }

  /**
   * @param from position after the opening quote.
   * @returns the position of the quote that closes the cell; -1 without one. People also write quotes inside a quoted
   * cell: the last one before the separator closes it if nothing follows.
   */
  #endOfQuoted(from: number): number {
    let end = this.#text.indexOf('"', from);
    while (end >= 0 && this.#text.charCodeAt(end + 1) === QUOTE) end = this.#text.indexOf('"', end + 2);
    if (end < 0) return -1;
    if (this.#endOfLine(from, end) < end) return end;
    const bare = this.#endOfBare(end + 1);
    return bare > end + 2 && this.#text.charCodeAt(bare - 1) === QUOTE ? bare - 1 : end;
  }

  #separatorsOf(from: number, to: number): number {
    let count = 0;
    for (let at = from; at < to; at++) if (this.#text.charCodeAt(at) === this.#separator) count++;
    return count;
  }

  /** @returns whether a quoted cell with line breaks contains whole rows, because a later row's quote closed it. */
  #swallowsRows(lineStart: number, from: number, end: number): boolean {
    if (!Number.isFinite(this.#count)) return false;
    if (end - from > 2 * MAX_CELL_LENGTH) return true;
    const fewest = Math.max(1, Math.ceil(this.#count * ROW_SHARE));
    const isRow = (start: number, stop: number): boolean => this.#separatorsOf(start, stop) >= fewest;
    let stop = this.#endOfLine(from);
    const isFirst = isRow(lineStart, stop);
    for (;;) {
      const start = this.#afterLine(stop);
      stop = this.#endOfLine(start);
      if (stop >= end) return isFirst && isRow(start, stop);
      if (isRow(start, stop)) return true;
    }
  }

  /** @returns the number of separators without a blank after them, as between cells and not in text. */
  #cellsIn(from: number, to: number): number {
    let count = 0;
    for (let at = from; at < to; at++)
      if (this.#text.charCodeAt(at) === this.#separator && this.#text[at + 1] !== ' ') count++;
    return count;
  }

  /** @returns whether a quoted cell has a separator without a blank after it, as between cells and not in text. */
  #swallowsCells(from: number, end: number): boolean {
    for (let at = from; at < end; at++)
      if (this.#text.charCodeAt(at) === this.#separator && !/\s/.test(this.#text[at + 1] ?? ' ')) return true;
    return false;
  }

  /**
   * Parses the row at `start`.
   * @param lineOnly ends the row with its line: quotes that do not close on it are literal.
   */
  row(start: number, lineOnly: boolean): Parsed {
    const cells: string[] = [];
    const limit = lineOnly ? this.#endOfLine(start) : Infinity;
    let place = start;
    let trusted = true;
    let beyond = false;
    let lineBreaks = 0;
    let lineStart = start;
    let odd = 0;
    let hides = false;
    // Cells before the one after whose quote a second row would be complete.
    let second = Infinity;
    for (;;) {
      let cell = '';
      let isQuoted = false;
      if (this.#text.charCodeAt(place) === QUOTE) {
        const end = this.#endOfQuoted(place + 1);
        isQuoted = end >= 0 && end < limit;
        if (isQuoted) {
          // No more than is needed to decide whether the cell is truncated.
          cell = this.#text.slice(place + 1, Math.min(end, place + 2 * MAX_CELL_LENGTH + 2)).replaceAll('""', '"');
          const isBroken = this.#endOfLine(place, end) < end;
          if (isBroken) {
            if (this.#swallowsRows(lineStart, place + 1, end)) trusted = false;
            for (let at = this.#endOfLine(place, end); trusted && at < end; at = this.#endOfLine(lineStart, end)) {
              lineStart = this.#afterLine(at);
              lineBreaks++;
            }
            // What precedes its first line break may complete this row, and what follows its last one begin another.
            if (this.#count > 0 && cells.length + this.#cellsIn(place + 1, this.#endOfLine(place)) >= this.#count)
              second = Math.min(second, cells.length + this.#count - this.#cellsIn(lineStart, end));
          }
          hides ||= this.#swallowsCells(place + 1, end);
          place = end + 1;
          // Text after a closing quote belongs to the cell, unless the quoted part has several lines.
          const isOpen =
            this.#endOfBare(place) > place && this.#text.slice(place, this.#endOfBare(place)).trim() !== '';
          if (isOpen && isBroken) trusted = false;
          if (isOpen) odd++;
        } else if (!lineOnly) trusted = false;
      }
      if (!trusted && !lineOnly) break;
      const from = place;
      place = this.#endOfBare(place);
      const bare = this.#text.slice(from, place);
      if (odd > 0 && bare.includes('"') && !isQuoted) trusted = false;
      if (cells.length < MAX_COLUMNS) cells.push(clipCell(cell + bare));
      else if (cell !== '' || bare.trim() !== '') beyond = true;
      if (this.#text.charCodeAt(place) !== this.#separator || place >= this.#text.length) break;
      place++;
      // A separator at the very end is followed by an empty cell.
      if (place >= this.#text.length) {
        if (cells.length < MAX_COLUMNS) cells.push('');
        break;
      }
    }
    if (cells.length > second) trusted = false;
    // It has more cells than other rows, and its first line alone is a complete row.
    if (
      lineBreaks > 0 &&
      cells.length > this.#count + 1 &&
      this.#separatorsOf(start, this.#endOfLine(start)) >= this.#count
    )
      trusted = false;
    if (hides && cells.length <= this.#count && this.#separatorsOf(start, place) >= this.#count) trusted = false;
    return { cells, next: this.#afterLine(place), trusted, beyond, lineBreaks };
  }
}

/** Rows of a file. */
export interface ReadRows {
  rows: SheetRow[];
  /** Whether there are further rows with content. */
  more: boolean;
  /** Between the cells of a text file. */
  separator?: string;
}

/**
 * Parses a CSV file separated by semicolon, comma, tab or bar, see `csvShape`. Quoted cells may contain separators,
 * line breaks and doubled quotes. A row whose quote is not closed, or is closed only by a quote of a later row, is
 * marked and ends with its line; the rows below it are read as usual. Long cells are truncated, see `clipCell`.
 * @param maxRows maximum number of rows with content to read. Blank rows after the last one are omitted.
 * @throws FileTooComplex for more than `MAX_CELLS`.
 */
export function readCsv(text: string, maxRows: number): ReadRows {
  const declared = DECLARED.exec(text);
  const shape = csvShape(text.slice(declared?.[0].length ?? 0), declared?.[1]);
  const { separator } = shape;
  const csv = new CsvText(text, shape);
  const isAllPlain = isPlain(text);
  const rows: SheetRow[] = [];
  let place = declared?.[0].length ?? 0;
  let line = declared ? 2 : 1;
  let cellCount = 0;
  let filled = 0;
  let length = 0;
  while (place < text.length) {
    let parsed = csv.row(place, false);
    const isClosed = parsed.trusted;
    if (!isClosed) parsed = csv.row(place, true);
    place = parsed.next;
    const { cells, beyond } = parsed;
    const at = line;
    line += 1 + parsed.lineBreaks;
    const blank = !cells.some(isFilled) && !beyond;
    if (blank && rows.length - filled >= MAX_BLANK_ROWS) continue;
    if (!blank && filled === maxRows) return { rows: rows.slice(0, length), more: true, separator };
    cellCount += cells.length;
    if (cellCount > MAX_CELLS) throw new FileTooComplex();
    const fault = isClosed ? (beyond ? 'extra-cells' : undefined) : 'unclosed-quote';
    rows.push({ line: at, cells: isAllPlain ? cells : cells.map((cell) => cellText(cell)), ...(fault && { fault }) });
    if (blank) continue;
    filled++;
    length = rows.length;
  }
  return { rows: rows.slice(0, length), more: false, separator };
}

/** @returns the cells of lines written by `csvLine`. */
export function readCsvLines(text: string, separator: string): string[][] {
  // No usual number of separators is given, so line breaks inside quotes are always accepted.
  const csv = new CsvText(text, { separator, count: Infinity });
  const rows: string[][] = [];
  for (let place = 0; place < text.length;) {
    const { cells, next } = csv.row(place, false);
    rows.push(cells);
    if (next <= place) break;
    place = next;
  }
  return rows;
}
