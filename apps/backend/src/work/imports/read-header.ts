import { IMPORT_COLUMN_KEYS, IMPORT_COLUMNS, type ImportColumnKey } from '@despacho/contracts/dispatch';
import { plain } from '@despacho/contracts';
import { withoutFaultMarks } from '#platform/files/sheet.ts';
import { COLUMN_WORDS, GUESSED_PACKAGES, WEAK_WORDS } from './column-words.ts';

/** Headers without case, accents, punctuation and decoration: «N° Pedido *» becomes «n pedido». */
export const normalHeading = plain;

const FILLERS = new Set(['de', 'del', 'la', 'el', 'los', 'las', 'of', 'the', 'para', 'al', 'y', 'o', 'and']);
/** «Nombre y Apellidos», «Nombres y apellido» and «Apellidos, nombres» name one column. */
const SINGULAR: Readonly<Record<string, string>> = { nombres: 'nombre', apellidos: 'apellido' };
const NUMBER_WORDS = new Set(['n', 'no', 'nro', 'num', 'numero', 'number']);
/** Explanations that templates add to a heading, such as «(opcional)» or «(dd/mm/aaaa)». */
const HINT =
  /[([](?:obligatori[oa]|opcional|requerid[oa]|required|optional|formato|dd|hh|mm|24|texto|s\/|kg)[^)\]]*[)\]]/gi;

/** @returns a heading without filler words and plurals of names, so that «Número de guía» and «Nro. Guía» are equal. */
export const essence = (header: string): string => {
  const words = normalHeading(header).split(' ');
  const kept = words
    .filter((word) => !FILLERS.has(word))
    .map((word) => (NUMBER_WORDS.has(word) ? 'n' : (SINGULAR[word] ?? word)));
  return (kept.length > 0 ? kept : words).join(' ');
};

/** Every name of every column. Exported for the test that no name is ambiguous. */
export const WORDS: readonly (readonly [string, ImportColumnKey])[] = IMPORT_COLUMN_KEYS.filter(
  (key) => key !== 'accuracy',
).flatMap((key) =>
  [IMPORT_COLUMNS[key].header, ...(COLUMN_WORDS[key] ?? [])].map((word) => [essence(word), key] as const),
);

const WEAK: ReadonlySet<string> = new Set(WEAK_WORDS.map(essence));

const KEY_OF: ReadonlyMap<string, ImportColumnKey> = new Map(WORDS);

/**
 * @param names columns by the `essence` of their names.
 * @returns the column that a heading names, also one with an explanation in brackets.
 */
export const columnOf = <Key>(cell: string, names: ReadonlyMap<string, Key>): Key | undefined =>
  cell === '' ? undefined : (names.get(essence(cell)) ?? names.get(essence(cell.slice(0, 200).replace(HINT, ' '))));

const keyOf = (cell: string): ImportColumnKey | undefined => columnOf(cell, KEY_OF);

/** The position of each column in a line. */
export interface Header {
  places: ReadonlyMap<ImportColumnKey, number>;
  /** Unknown headers, as written. */
  ignored: string[];
  /** Duplicate columns and missing required ones, by their names in the template. */
  repeated: string[];
  missing: string[];
  /** Columns whose meaning is a guess. */
  guessed?: ReadonlySet<ImportColumnKey>;
}

/** A title can be the recipient. */
const missingOf = (places: Header['places']): string[] =>
  IMPORT_COLUMN_KEYS.filter(
    (key) => IMPORT_COLUMNS[key].required && !places.has(key) && !(key === 'recipient' && places.has('title')),
  ).map((key) => IMPORT_COLUMNS[key].header);

/** @returns a heading to list among the ignored ones, at most 60 characters. */
export const ignoredName = (cell: string): string => withoutFaultMarks(cell).trim().slice(0, 60).toWellFormed();

/** Headings of an export of orders. «Código» alone may be anything. */
const EXPORT_HEADINGS = ['codigo', 'estado', 'ultimo cambio'];

/** @returns places and columns of headings that are recognized only beside certain others. */
function contextual(names: readonly string[], places: Header['places']): [number, ImportColumnKey][] {
  const found: [number, ImportColumnKey][] = [];
  const add = (words: readonly string[], key: ImportColumnKey): void => {
    const place = places.has(key) ? -1 : names.findIndex((name) => words.includes(name));
    if (place >= 0) found.push([place, key]);
  };
  if (EXPORT_HEADINGS.every((each) => names.includes(each))) {
    add(['codigo'], 'code');
    add(['ubicacion'], 'accuracy');
  }
  add(GUESSED_PACKAGES, 'packages');
  // In a file with items, the document is the one they belong to; otherwise it may be a person's identity document.
  if ((places.has('item') || places.has('itemCode')) && !places.has('clientReference'))
    add(['n documento', 'documento', 'document n', 'document'], 'guide');
  return found;
}

/** @param cells the headings of a file. */
export function readHeader(cells: readonly string[]): Header {
  const places = new Map<ImportColumnKey, number>();
  const repeated = new Set<string>();
  const named = new Set<number>();
  cells.forEach((cell, place) => {
    const key = keyOf(cell);
    if (key === undefined) return;
    const other = places.get(key);
    if (other !== undefined && WEAK.has(essence(cell))) return;
    named.add(place);
    if (other !== undefined && !WEAK.has(essence(cells[other] ?? ''))) {
      repeated.add(IMPORT_COLUMNS[key].header);
      return;
    }
    if (other !== undefined) named.delete(other);
    places.set(key, place);
  });
  const guessed = new Set<ImportColumnKey>();
  for (const [place, key] of contextual(cells.map(essence), places)) {
    places.set(key, place);
    named.add(place);
    if (key === 'packages') guessed.add(key);
  }
  const ignored = cells.filter((cell, place) => cell.trim() !== '' && !named.has(place)).map(ignoredName);
  return { places, ignored, repeated: [...repeated], missing: missingOf(places), ...(guessed.size > 0 && { guessed }) };
}

/** @returns the columns that a row of headings names, by place. */
export const keysOfHeadings = (cells: readonly string[]): ReadonlyMap<number, ImportColumnKey> =>
  new Map([...readHeader(cells).places].map(([key, place]) => [place, key]));

/** Like `readHeader`, with columns that a person chose. */
export function headerOf(cells: readonly string[], columns: readonly (readonly [number, ImportColumnKey])[]): Header {
  const places = new Map(columns.map(([place, key]) => [key, place]));
  const used = new Set(places.values());
  return {
    places,
    ignored: cells.filter((cell, place) => cell.trim() !== '' && !used.has(place)).map(ignoredName),
    repeated: [],
    missing: missingOf(places),
  };
}
