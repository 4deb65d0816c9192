import {
  type CellError,
  IMPORT_COLUMN_KEYS,
  type ImportColumnKey,
  MAX_LINE_ERRORS,
  MAX_QUOTED_LENGTH,
} from '@despacho/contracts/dispatch';
import { visibleText } from '@despacho/contracts';
import { MAX_CELL_LENGTH } from '#platform/files/file-limits.ts';
import { type CellFault, cellFault, withoutFaultMarks } from '#platform/files/sheet.ts';
import { differingRows } from './merged-cell.ts';
import { isShortened, type Read } from './read-values.ts';

/** The apostrophe that `neutral` adds in an export, so that the file can be imported again. */
const APOSTROPHE = /^'(?=\s*[=+\-@＝＋－＠|])/;

/** Replaces a character that no encoding could decode. */
const LOST = '\ufffd';

/** Reason and remedy of an unreadable cell, which is neither empty nor text. */
const UNREADABLE_CELL: Record<CellFault, (shown: string) => readonly [reason: string, remedy: string]> = {
  error: (shown) =>
    shown.includes(LOST)
      ? ['Tiene un carácter que no se pudo leer', 'Escriba el texto, o seleccione cómo leer el archivo']
      : [
          shown === '' ? 'La celda tiene un error de Excel' : `La celda dice ${shown}, que es un error de Excel`,
          'Escriba el valor o deje la celda vacía',
        ],
  formula: () => [
    'La fórmula no tiene resultado guardado',
    'Abra el archivo en Excel y guárdelo otra vez, o escriba el valor',
  ],
  rounded: () => ['Excel redondeó este número', 'Dé formato de texto a la columna y escriba todos los dígitos'],
};

/** A whole number that a program wrote with a decimal. */
const WHOLE = /^(\d+)\.0$/;

/** A single dash, which people and programs write for «nothing». */
const NOTHING = /^\p{Pd}+$/u;

/** @returns the text of a cell on one line; empty for an empty cell and a dash. */
export function normal(written: string): string {
  if (written === '') return '';
  const fault = cellFault(written);
  // An unreadable cell is not empty, even if it shows nothing.
  if (fault) return fault.shown.replace(/[\p{Cc}\s]+/gu, ' ').trim() || '?';
  return visibleText(withoutFaultMarks(differingRows(written)?.shown ?? written))
    .replace(APOSTROPHE, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .replace(NOTHING, '');
}

/** Suggestions of one cell that are taken one after the other: a list of districts may have several. */
const MAX_SUGGESTIONS = 10;

/** Decides whether the suggestion for a cell's text is meant. */
type Accepts<Key extends string> = (key: Key, text: string, suggestion: string) => boolean;

/** Reads the cells of one line by column, and collects errors. */
export class LineReader<Key extends string = ImportColumnKey> {
  readonly #faults: CellError<Key>[] = [];
  readonly #texts = new Map<Key, string>();
  readonly #unknown = new Set<Key>();
  readonly #cells: readonly string[];
  readonly #places: ReadonlyMap<Key, number>;
  readonly #keys: readonly Key[];
  readonly #accepts: Accepts<Key>;

  /**
   * @param accepts whether the person accepted a suggestion; none by default.
   * @param keys the columns in the template's order.
   */
  constructor(
    cells: readonly string[],
    { places, accepts = () => false }: { places: ReadonlyMap<Key, number>; accepts?: Accepts<Key> },
    keys: readonly Key[] = IMPORT_COLUMN_KEYS as readonly string[] as readonly Key[],
  ) {
    this.#cells = cells;
    this.#places = places;
    this.#keys = keys;
    this.#accepts = accepts;
    for (const key of places.keys()) this.#check(key);
  }

  /** Reports a cell whose value cannot be known. Such a cell is not read. */
  #check(key: Key): void {
    const unreadable = cellFault(this.#written(key));
    const differing = differingRows(this.#written(key));
    if (unreadable) this.fault(key, ...UNREADABLE_CELL[unreadable.fault](unreadable.shown));
    else if (this.#isCut(key)) this.fault(key, `Tiene más de ${MAX_CELL_LENGTH} caracteres`, 'Acórtelo');
    else if (differing)
      this.fault(
        key,
        `Las líneas ${differing.lines} son de un mismo documento y no dicen lo mismo`,
        'Escriba lo correcto',
      );
    else if (isShortened(this.cell(key)))
      this.fault(key, 'La hoja de cálculo acortó este número', 'Escriba el número completo, en una celda de texto');
    else return;
    this.#unknown.add(key);
  }

  /** The first errors of the line, in the template's column order. */
  get errors(): CellError<Key>[] {
    const place = ({ column }: CellError<Key>): number => (column === null ? -1 : this.#keys.indexOf(column));
    return this.#faults.toSorted((one, other) => place(one) - place(other)).slice(0, MAX_LINE_ERRORS);
  }

  /** The full content of a truncated cell is unknown: report only that. */
  #isCut(key: Key): boolean {
    return this.#written(key).length > MAX_CELL_LENGTH;
  }

  #written(key: Key): string {
    const place = this.#places.get(key);
    return place === undefined ? '' : (this.#cells[place] ?? '');
  }

  /** The text of a column, normalized to one line; empty for an empty cell and a dash. */
  cell(key: Key): string {
    let text = this.#texts.get(key);
    if (text === undefined) {
      text = normal(this.#written(key));
      if (text.endsWith('.0')) text = text.replace(WHOLE, '$1');
      this.#texts.set(key, text);
    }
    return text;
  }

  fault(column: Key, reason: string, remedy: string, suggestion?: string): void {
    const value = this.cell(column).slice(0, MAX_QUOTED_LENGTH).toWellFormed();
    this.#faults.push({ column, value, reason, remedy, suggestion: suggestion ?? null });
  }

  /** @returns whether one of these columns has an error. */
  isReported(...keys: Key[]): boolean {
    return this.#faults.some(({ column }) => column !== null && keys.includes(column));
  }

  /** @returns the value of a cell, or `otherwise` if it is empty or invalid. Errors are collected. */
  value<T, O>(key: Key, read: (text: string) => Read<T>, otherwise: O): T | O {
    const text = this.cell(key);
    if (text === '' || this.#unknown.has(key)) return otherwise;
    let result = read(text);
    let meant = text;
    for (let left = MAX_SUGGESTIONS; left > 0 && !('value' in result); left--) {
      const { suggestion } = result;
      if (suggestion === undefined || !this.#accepts(key, meant, suggestion)) break;
      result = read(suggestion);
      meant = suggestion;
    }
    if ('value' in result) return result.value;
    this.fault(key, result.reason, result.remedy, result.suggestion);
    return otherwise;
  }

  /** @returns the text, or null if the cell is empty. */
  text(key: Key, longest: number): string | null {
    const text = this.cell(key);
    if (text.length > longest && !this.#unknown.has(key))
      this.fault(key, `Tiene más de ${longest} caracteres`, 'Acórtelo');
    return text === '' ? null : text;
  }

  /** @returns the text of a required cell. */
  required(key: Key, longest: number): string {
    const text = this.text(key, longest);
    if (text === null) this.fault(key, 'Falta', 'Complete esta celda');
    return text ?? '';
  }
}
