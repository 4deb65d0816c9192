import {
  IMPORT_COLUMN_KEYS,
  type ImportColumnKey,
  type LineError,
  MAX_QUOTED_LENGTH,
  MAX_LINE_ERRORS,
} from '@despacho/contracts/dispatch';
import { visibleText } from '@despacho/contracts';
import { MAX_CELL_LENGTH } from '../files/file-limits.ts';
import { type Header } from './read-header.ts';
import { type Read } from './read-values.ts';

/** The apostrophe that `neutral` adds in an export, so that the file can be imported again. */
const APOSTROPHE = /^'(?=\s*[=+\-@＝＋－＠|])/;

/** Reads the cells of one line by column, and collects errors. */
export class LineReader {
  readonly #faults: LineError[] = [];
  /** Cells read so far: each is read several times. */
  readonly #texts = new Map<ImportColumnKey, string>();
  readonly #cells: readonly string[];
  readonly #places: Header['places'];

  constructor(cells: readonly string[], { places }: Header) {
    this.#cells = cells;
    this.#places = places;
    for (const key of places.keys())
      if (this.#isCut(key)) this.fault(key, `Tiene más de ${MAX_CELL_LENGTH} caracteres`, 'Acórtelo');
  }

  /** The first errors of the line, in the template's column order. */
  get errors(): LineError[] {
    const place = ({ column }: LineError): number => IMPORT_COLUMN_KEYS.indexOf(column);
    return this.#faults.toSorted((one, other) => place(one) - place(other)).slice(0, MAX_LINE_ERRORS);
  }

  /** The full content of a truncated cell is unknown: report only that. */
  #isCut(key: ImportColumnKey): boolean {
    return this.#written(key).length > MAX_CELL_LENGTH;
  }

  #written(key: ImportColumnKey): string {
    const place = this.#places.get(key);
    return place === undefined ? '' : (this.#cells[place] ?? '');
  }

  /** The text of a column, normalized to one line; empty for an empty cell. */
  cell(key: ImportColumnKey): string {
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const text = visibleText(this.#written(key))
      .replace(APOSTROPHE, '')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim();
    this.#texts.set(key, text);
    return text;
  }

  fault(column: ImportColumnKey, reason: string, remedy: string, suggestion?: string): void {
    const value = this.cell(column).slice(0, MAX_QUOTED_LENGTH).toWellFormed();
    this.#faults.push({ column, value, reason, remedy, suggestion: suggestion ?? null });
  }

  /** @returns the value of a cell, or `otherwise` if it is empty or invalid. Errors are collected. */
  value<T, O>(key: ImportColumnKey, read: (text: string) => Read<T>, otherwise: O): T | O {
    const text = this.cell(key);
    if (text === '' || this.#isCut(key)) return otherwise;
    const result = read(text);
    if ('value' in result) return result.value;
    this.fault(key, result.reason, result.remedy, result.suggestion);
    return otherwise;
  }

  /** @returns the text, or null if the cell is empty. */
  text(key: ImportColumnKey, longest: number): string | null {
    const text = this.cell(key);
    if (text.length > longest && !this.#isCut(key)) this.fault(key, `Tiene más de ${longest} caracteres`, 'Acórtelo');
    return text === '' ? null : text;
  }

  /** @returns the text of a required cell. */
  required(key: ImportColumnKey, longest: number): string {
    const text = this.text(key, longest);
    if (text === null) this.fault(key, 'Falta', 'Complete esta celda');
    return text ?? '';
  }
}
