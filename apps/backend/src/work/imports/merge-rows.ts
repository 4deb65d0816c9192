import { type ImportColumnKey } from '@despacho/contracts/dispatch';
import { cellFault } from '#platform/files/sheet.ts';
import { fold, plain } from '@despacho/contracts';
import { differingCell } from './merged-cell.ts';
import { type Header } from './read-header.ts';
import { readKilograms, readPackages } from './read-values.ts';

/** A row of the table. */
interface Row {
  line: number;
  cells: readonly string[];
}

/** One order of a file: its row, or the merged rows of its document. */
export interface MergedRow {
  /** Number of the first row. */
  line: number;
  /** Numbers of all rows. */
  rows: readonly number[];
  cells: readonly string[];
  /** The cells of each row, as in the file. */
  sources: readonly (readonly string[])[];
}

/** Characters of the list of items: leaves room in the order's note, which has 500. */
const MAX_ITEMS = 400;

/** Columns with a value per item. In all others the rows of a document must agree or be empty. */
export const PER_ITEM: readonly ImportColumnKey[] = ['item', 'itemCode', 'packages', 'weight'];

/** Columns whose different texts are joined. */
const JOINED: readonly ImportColumnKey[] = ['note', 'title'];

/** Columns in which punctuation matters. */
const SIGNED: readonly ImportColumnKey[] = ['lat', 'lng', 'coordinates', 'collectDue'];

const isEmpty = (text: string): boolean => /^[\s\p{Cf}\p{Pd}]*$/u.test(text);
const textOf = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();

/** @returns «Caja roja ×1, Caja azul ×2», with «… y 3 más» for items that do not fit. */
function itemsText(items: readonly string[]): string {
  let text = '';
  for (const [place, item] of items.entries()) {
    const longer = text === '' ? item : `${text}, ${item}`;
    const rest = items.length - place;
    if (longer.length > MAX_ITEMS)
      return text === ''
        ? `${item.slice(0, MAX_ITEMS)}…${rest > 1 ? ` y ${rest - 1} más` : ''}`
        : `${text}… y ${rest} más`;
    text = longer;
  }
  return text;
}

/**
 * Adds up a column.
 * @param read parses a cell; undefined if it is invalid.
 * @param empty value of an empty cell.
 * @param units number of units of `read` in one unit of the column: 1000 for grams in kilograms.
 * @returns the sum as text; the first invalid cell instead, so that it becomes the order's error.
 */
function sumOf(texts: readonly string[], read: (text: string) => number | undefined, empty: number, units = 1): string {
  if (texts.every(isEmpty)) return '';
  let sum = 0;
  for (const text of texts) {
    const value = isEmpty(text) ? empty : read(textOf(text));
    if (value === undefined) return text;
    sum += value;
  }
  return String(sum / units);
}

const packagesIn = (text: string): number | undefined => {
  const read = readPackages(text);
  return 'value' in read ? read.value : undefined;
};
/** In grams, because a sum of fractional kilograms would be inexact. */
const gramsIn = (text: string): number | undefined => {
  const read = readKilograms(text);
  return 'value' in read ? read.value : undefined;
};

/** @returns the text of an item with its quantity: «Caja azul ×2». */
function itemOf(cellOf: (key: ImportColumnKey) => string, hasPackages: boolean): string {
  const name = textOf(cellOf('item'));
  const item = isEmpty(name) ? textOf(cellOf('itemCode')) : name;
  const packages = isEmpty(cellOf('packages')) ? 1 : packagesIn(textOf(cellOf('packages')));
  return isEmpty(item) ? '' : hasPackages && packages !== undefined ? `${item} ×${packages}` : item;
}

/** @returns the cells of the order that a document's rows form. An unreadable cell stays unreadable. */
export function joinRows(group: readonly Row[], { places }: Pick<Header, 'places'>): readonly string[] {
  const [first] = group;
  const cells = [...(first?.cells ?? [])];
  const column = (key: ImportColumnKey): string[] => group.map((row) => row.cells[places.get(key) ?? -1] ?? '');
  const put = (key: ImportColumnKey, text: string): void => {
    const place = places.get(key);
    if (place === undefined) return;
    while (cells.length < place) cells.push('');
    cells[place] = text;
  };
  if (group.length > 1) {
    for (const key of places.keys()) {
      if (PER_ITEM.includes(key)) continue;
      const place = places.get(key) ?? -1;
      const filled = group.flatMap(({ line, cells: { [place]: text = '' } }) =>
        isEmpty(text) ? [] : [{ line, text }],
      );
      if (JOINED.includes(key)) {
        put(key, [...new Map(filled.map(({ text }) => [fold(text), textOf(text)])).values()].join(' · '));
        continue;
      }
      const same = SIGNED.includes(key) ? fold : plain;
      const other = filled.find(({ text }) => same(text) !== same(filled[0]?.text ?? ''));
      put(
        key,
        other
          ? differingCell(
              filled.map(({ line }) => line),
              [textOf(filled[0]?.text ?? ''), textOf(other.text)],
            )
          : (filled[0]?.text ?? ''),
      );
    }
    put('packages', sumOf(column('packages'), packagesIn, 1));
    put('weight', sumOf(column('weight'), gramsIn, 0, 1000));
  }
  const items = group.map((row) => itemOf((key) => row.cells[places.get(key) ?? -1] ?? '', places.has('packages')));
  put(places.has('item') ? 'item' : 'itemCode', itemsText(items.filter((each) => each !== '')));
  for (const key of PER_ITEM) {
    const unreadable = column(key).find((cell) => cellFault(cell));
    if (unreadable !== undefined) put(key, unreadable);
  }
  return cells;
}

/**
 * Merges the rows of one document (a guide, otherwise a client's reference) into one order: packages and weights are
 * added, items listed. Other columns must agree; where they differ, the order has an error that names the lines. An
 * amount belongs to the document: all rows repeat it, or one row has it. Without a column of items, every row is an
 * order.
 */
export function mergeRows(rows: readonly Row[], header: Pick<Header, 'places'>): MergedRow[] {
  const { places } = header;
  const hasItems = places.has('item') || places.has('itemCode');
  if (!hasItems) return rows.map(({ line, cells }) => ({ line, rows: [line], cells, sources: [cells] }));
  const groups = new Map<string | number, Row[]>();
  for (const row of rows) {
    const keyOf = (key: ImportColumnKey): string => plain(row.cells[places.get(key) ?? -1] ?? '');
    const [guide, reference] = [keyOf('guide'), keyOf('clientReference')];
    const key = guide === '' && reference === '' ? row.line : JSON.stringify([keyOf('client'), guide, reference]);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()].map((group) => ({
    line: group[0]?.line ?? 0,
    rows: group.map(({ line }) => line),
    cells: joinRows(group, header),
    sources: group.map(({ cells }) => cells),
  }));
}
