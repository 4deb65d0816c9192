import { type ImportColumnKey } from '@despacho/contracts/dispatch';
import { type SheetRow } from '#platform/files/sheet.ts';
import { type Header } from './read-header.ts';

const NUMBER = /^(?:s\/\.?\s*)?[-(]?\d[\d.,]*\)?$/i;
const FIRST_GROUP = /^(?:s\/\.?\s*)?[-(]?\d{1,3}$/i;
const NEXT_GROUP = /^\d{3}(?:\.\d{1,2})?\)?$/;
/** Groups of digits with their currency and blanks are shorter. */
const MAX_GROUP = 12;
const DECIMALS = /^[\d,]+\.\d{1,2}$/;
/** What follows a comma inside an address. */
const ADDRESS_PART =
  /^\s+(?:dp?to|dep|int|piso|of|mz|lt|lote|urb|block|torre|casa|cdra|cuadra|esq|frente|altura|km|n[°º]|\d)/i;

/** The pattern of a cell of a column. Other columns follow the other rows. */
const FITS: Partial<Record<ImportColumnKey, (text: string, isNumber: boolean) => boolean>> = {
  collectDue: (_, isNumber) => isNumber,
  weight: (_, isNumber) => isNumber,
  lat: (_, isNumber) => isNumber,
  lng: (_, isNumber) => isNumber,
  packages: (text) => /^\d{1,3}(?:\.0+)?$/.test(text),
  stop: (text) => /^\d{1,4}$/.test(text),
  date: (text, isNumber) => !isNumber && /\d/.test(text),
  phone: (text) => text.replace(/\D/g, '').length > 5,
  district: (text) => /\p{L}|^\d{6}$/u.test(text),
};

/** Columns that hold words, also in a file with one row. */
const WORDS: ReadonlySet<string> = new Set([
  ...['recipient', 'lastName', 'secondLastName', 'address', 'reference', 'city', 'department', 'item', 'courier'],
  ...['note', 'title', 'priority'],
]);

/** The pattern of a column's filled cells in the other rows. */
interface Column {
  isEmpty: boolean;
  hasDecimals: boolean;
  hasHundreds: boolean;
  areNumbers: boolean;
}

const columnWith = (cells: readonly string[]): Column => ({
  isEmpty: cells.length === 0,
  hasDecimals: cells.some((cell) => DECIMALS.test(cell)),
  hasHundreds: cells.some((cell) => /^\d{3}/.test(cell)),
  areNumbers: cells.filter((cell) => NUMBER.test(cell)).length > cells.length / 2,
});

/**
 * Marks rows of a file separated by commas in which a comma inside a cell separated it, although there are as many cells as
 * headings because the last ones were left out: `1,234.50` in «Cobro», or `Jr. Uno 1, Dpto 3`. Each row is compared with
 * the other ones: it is marked if its cells fit their columns better, or as well, when both parts are joined.
 * @param rows below the headings, without a fault in those to examine.
 */
export function markShifted(rows: readonly SheetRow[], { places }: Pick<Header, 'places'>, width: number): SheetRow[] {
  const keyAt = new Map([...places].map(([key, place]) => [place, key]));
  const address = places.get('address');
  const splitAt = (cells: readonly string[]): number =>
    cells.findIndex((cell, place) => {
      const next = cells[place + 1];
      if (next === undefined) return false;
      const isShort = cell.length < MAX_GROUP && next.length < MAX_GROUP && cell !== '' && next !== '';
      if (isShort && FIRST_GROUP.test(cell.trim()) && NEXT_GROUP.test(next.trim())) return true;
      return place === address && ADDRESS_PART.test(next);
    });
  const split = new Map(
    rows.flatMap((row) => {
      const place = row.fault === undefined && !row.isHeadings ? splitAt(row.cells) : -1;
      return place < 0 ? [] : [[row, place] as const];
    }),
  );
  if (split.size === 0) return [...rows];
  const others = rows.filter((row) => !split.has(row) && row.fault === undefined && !row.isHeadings);
  const columns = new Map<number, Column>();
  const columnOf = (place: number): Column => {
    const known = columns.get(place) ?? columnWith(others.flatMap(({ cells }) => (cells[place] ?? '').trim() || []));
    columns.set(place, known);
    return known;
  };
  const fit = (cell: string, place: number): number => {
    const text = cell.trim();
    if (text === '') return 1;
    const key = keyAt.get(place);
    const isNumber = NUMBER.test(text);
    const fits = key && FITS[key];
    if (fits) return Number(fits(text, isNumber));
    const { isEmpty, hasDecimals, areNumbers } = columnOf(place);
    // Codes have no decimals, unless the others have.
    if (DECIMALS.test(text) && !hasDecimals) return 0;
    if (isEmpty) return WORDS.has(key ?? '') ? Number(!isNumber) : 1;
    return Number(isNumber === areNumbers);
  };
  const fitOf = (cells: readonly string[]): number => cells.reduce((sum, cell, place) => sum + fit(cell, place), 0);
  return rows.map((row) => {
    const at = split.get(row);
    if (at === undefined) return row;
    const cells = Array.from({ length: width }, (_, place) => row.cells[place] ?? '');
    const [one = '', other = ''] = cells.slice(at, at + 2);
    const together = `${one.trim()},${NUMBER.test(one.trim()) ? other.trim() : other}`;
    const gain = fitOf([...cells.slice(0, at), together, ...cells.slice(at + 2), '']) - fitOf(cells);
    // Equally likely: two amounts, unless the second differs from the others of its column.
    const { isEmpty, hasHundreds } = columnOf(at + 1);
    const isUnlike = DECIMALS.test(other.trim()) && !isEmpty && !hasHundreds;
    const isTie = gain === 0 && (keyAt.get(at) === 'address' || isUnlike);
    return gain > 0 || isTie ? { ...row, fault: 'shifted', together } : row;
  });
}
