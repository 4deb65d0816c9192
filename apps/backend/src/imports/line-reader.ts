import {
  IMPORT_COLUMN_KEYS,
  type ImportColumnKey,
  type LineError,
  MAX_QUOTED_LENGTH,
  MAX_LINE_ERRORS,
} from '@despacho/contracts/dispatch';
import { MAX_CELL_LENGTH } from '../files/file-limits.ts';
import { type Header } from './read-header.ts';
import { type Read } from './read-values.ts';

/** What `neutral` puts before text in an export, so that a file can be taken back in as it was given out. */
const APOSTROPHE = /^'(?=\s*[=+\-@＝＋－＠|])/;

/** Reads the cells of one line by column, and gathers what is wrong with them. */
export class LineReader {
  readonly #faults: LineError[] = [];
  readonly #cells: readonly string[];
  readonly #places: Header['places'];

  constructor(cells: readonly string[], { places }: Header) {
    this.#cells = cells;
    this.#places = places;
    for (const key of places.keys()) if (this.#isCut(key)) this.fault(key, `Tiene más de ${MAX_CELL_LENGTH} caracteres`, 'Acórtelo'); // prettier-ignore
  }

  /** The first faults of the line, in the order of the template's columns. */
  get errors(): LineError[] {
    const place = ({ column }: LineError): number => IMPORT_COLUMN_KEYS.indexOf(column);
    return this.#faults.toSorted((one, other) => place(one) - place(other)).slice(0, MAX_LINE_ERRORS);
  }

  /** Of a cell that was cut in reading nobody knows what it said: its fault is told, and nothing else about it. */
  #isCut(key: ImportColumnKey): boolean {
    return this.#written(key).length > MAX_CELL_LENGTH;
  }

  #written(key: ImportColumnKey): string {
    const place = this.#places.get(key);
    return place === undefined ? '' : (this.#cells[place] ?? '');
  }

  /** What stands in a column, as one line of text; empty where nothing does. */
  cell(key: ImportColumnKey): string {
    return this.#written(key)
      .replace(APOSTROPHE, '')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim();
  }

  fault(column: ImportColumnKey, reason: string, remedy: string): void {
    this.#faults.push({ column, value: this.cell(column).slice(0, MAX_QUOTED_LENGTH).toWellFormed(), reason, remedy });
  }

  /** @returns the value of a cell, or `otherwise` where it is empty or wrong, which is gathered. */
  value<T, O>(key: ImportColumnKey, read: (text: string) => Read<T>, otherwise: O): T | O {
    const text = this.cell(key);
    if (text === '' || this.#isCut(key)) return otherwise;
    const result = read(text);
    if ('value' in result) return result.value;
    this.fault(key, result.reason, result.remedy);
    return otherwise;
  }

  /** @returns text, or null where there is none. */
  text(key: ImportColumnKey, longest: number): string | null {
    const text = this.cell(key);
    if (text.length > longest && !this.#isCut(key)) this.fault(key, `Tiene más de ${longest} caracteres`, 'Acórtelo');
    return text === '' ? null : text;
  }

  /** @returns text that must be there. */
  required(key: ImportColumnKey, longest: number): string {
    const text = this.text(key, longest);
    if (text === null) this.fault(key, 'Falta', 'Complete esta celda');
    return text ?? '';
  }
}
