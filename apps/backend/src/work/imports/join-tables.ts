import { markExtraCells } from '#platform/files/extra-cells.ts';
import { FileTooComplex, MAX_COLUMNS } from '#platform/files/file-limits.ts';
import { isFilled, type SheetRow } from '#platform/files/sheet.ts';
import { normalHeading } from './read-header.ts';

/** The headings of a table and the places of their columns. */
interface Columns<Key> {
  headings: readonly string[];
  places: ReadonlyMap<Key, number>;
}

/** The tables of a sheet as one. */
export interface JoinedTables<Key> extends Columns<Key> {
  /** The first headings, and those that only a later table has. */
  headings: string[];
  places: Map<Key, number>;
  /** The rows below the first headings. Their cells are below these headings, unless they have a fault. */
  rows: SheetRow[];
}

/** @returns whether a row may be one of headings: at most one of its cells has a digit. Fast, for every row of a file. */
function hasFewDigits(cells: readonly string[]): boolean {
  let count = 0;
  return cells.every((cell) => !/\d/.test(cell) || ++count < 2);
}

/**
 * Joins the tables of a sheet: another row of headings starts a table with its own columns, whose cells are moved below the
 * first headings. The columns that only a later table has follow them.
 * @param rows below the first headings.
 * @param keysOf the columns that the headings of a row name, by place.
 * @throws FileTooComplex for more columns than one table may have.
 * @param isText whether the sheet is a text file, in which a row with more cells than headings is a fault.
 */
export function joinTables<Key>(
  rows: readonly SheetRow[],
  first: Columns<Key>,
  keysOf: (cells: readonly string[]) => ReadonlyMap<number, Key>,
  isText: boolean,
): JoinedTables<Key> {
  const headings = [...first.headings];
  const places = new Map(first.places);
  const known = new Map<string, number>();
  const learn = (heading: string, place: number): void => {
    if (isFilled(heading) && !known.has(normalHeading(heading))) known.set(normalHeading(heading), place);
  };
  headings.forEach(learn);
  const isHeadings = (cells: readonly string[]): boolean => {
    if (!hasFewDigits(cells)) return false;
    const filled = cells.filter(isFilled);
    if (filled.length < 2) return false;
    const keys = keysOf(cells);
    const named = cells.filter((cell, place) => isFilled(cell) && (keys.has(place) || known.has(normalHeading(cell))));
    return named.length === filled.length || (named.length > 2 && named.length > filled.length * 0.6);
  };
  /** @returns the place in the joined table of each cell; undefined if two cells have the same one. */
  const targetsOf = (cells: readonly string[]): ReadonlyMap<number, number> | undefined => {
    const keys = keysOf(cells);
    const targets = new Map<number, number>();
    for (const [place, cell] of cells.entries()) {
      if (!isFilled(cell)) continue;
      const key = keys.get(place);
      const target = known.get(normalHeading(cell)) ?? (key === undefined ? undefined : places.get(key));
      targets.set(place, target ?? headings.push(cell) - 1);
      if (target !== undefined) continue;
      // Each row would be as wide as all of them.
      if (headings.length > MAX_COLUMNS) throw new FileTooComplex();
      learn(cell, headings.length - 1);
      if (key !== undefined) places.set(key, headings.length - 1);
    }
    return new Set(targets.values()).size < targets.size ? undefined : targets;
  };
  const joined: SheetRow[] = [];
  let own: SheetRow[] = [];
  let columns: readonly string[] = headings;
  let targets: ReadonlyMap<number, number> | undefined;
  let isFirst = true;
  const close = (): void => {
    const width = columns.findLastIndex(isFilled) + 1;
    for (const row of isText ? markExtraCells(own, width) : own) {
      if (isFirst || row.fault !== undefined) joined.push(row);
      else if (targets === undefined) joined.push(row.cells.some(isFilled) ? { ...row, fault: 'headings' } : row);
      else {
        const cells: string[] = [];
        for (const [place, target] of targets) {
          while (cells.length < target) cells.push('');
          cells[target] = row.cells[place] ?? '';
        }
        joined.push({ ...row, cells });
      }
    }
    own = [];
  };
  for (const row of rows)
    if (row.fault === undefined && isHeadings(row.cells)) {
      close();
      joined.push({ ...row, isHeadings: true });
      columns = row.cells;
      targets = targetsOf(row.cells);
      isFirst = false;
    } else own.push(row);
  close();
  return { headings, places, rows: joined };
}
