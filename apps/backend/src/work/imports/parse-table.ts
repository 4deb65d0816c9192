import {
  type BrokenLine,
  type ColumnChoice,
  type ImportSource,
  keysOf,
  MAX_TITLE_ROWS,
  missingColumns,
  type TableLayout,
} from '@despacho/contracts/dispatch';
import { FileTooComplex } from '#platform/files/file-limits.ts';
import {
  dateFrom1904,
  type FileChoice,
  hasContent,
  isFilled,
  type SheetFile,
  type SheetRow,
} from '#platform/files/sheet.ts';
import { formatNumber } from '#platform/format-number.ts';
import { firstHeadings, tableLayoutOf } from './import-layout.ts';
import { joinTables } from './join-tables.ts';
import { hiddenNames, sourceOf } from './import-source.ts';
import { LineReader } from './line-reader.ts';
import { NO_TABLE } from './parse-import.ts';
import { readFile } from './read-file.ts';
import { readDay } from './read-moment.ts';
import { columnOf, essence, ignoredName } from './read-header.ts';
import { isAside } from './sort-rows.ts';
import { brokenRow, type TableKind, type TableRow } from './table-kind.ts';
import { type ContextOf, type KeyOf, type LineOf, type TableName, TABLES } from './tables.ts';

/** A file to parse. Structured-cloneable, so that it can be sent to another thread. */
export interface TableTask<Name extends TableName> {
  table: Name;
  bytes: Uint8Array;
  choice?: FileChoice;
  /** The person's choice, instead of recognised columns. */
  wish?: ColumnChoice<KeyOf<Name>> | undefined;
  /** Cells whose suggestions the person accepted, see `tableQuery`. */
  accepted?: readonly string[];
  /** Columns that this person may not import. */
  without?: readonly KeyOf<Name>[];
  context: ContextOf<Name>;
}

/** Why a file cannot be imported at all, and what to do. */
interface UnreadableTable<Key extends string> {
  kind: 'unreadable';
  why: string;
  remedy: string;
  layout: TableLayout<Key> | null;
  source: ImportSource | null;
}

/** The lines of a file, and how they were read. */
interface ReadTable<Key extends string, Line> {
  kind: 'table';
  layout: TableLayout<Key>;
  source: ImportSource;
  ignored: string[];
  /** Number of hidden and crossed-out rows. */
  hidden: number;
  lines: (Line | BrokenLine<Key>)[];
}

export type ParsedTable<Name extends TableName> =
  | ReadTable<KeyOf<Name>, LineOf<Name>>
  | UnreadableTable<KeyOf<Name>>
  | { kind: 'too-complex' };

type ReadOptions<Key extends string> = Pick<TableTask<TableName>, 'choice' | 'accepted'> & {
  wish?: ColumnChoice<Key> | undefined;
  without?: readonly Key[];
};

/** Cells of a column that are examined to know what it holds. */
const SAMPLED_CELLS = 20;

interface FoundHeadings<Key extends string> {
  /** Columns by the essence of their names. */
  names: ReadonlyMap<string, Key>;
  /** Line of the headings, from 1; 0 without any. */
  line: number;
  headings: string[];
  places: Map<Key, number>;
  /** Columns that two headings name. */
  repeated: Key[];
}

function placesOf<Key extends string>(
  headings: readonly string[],
  names: ReadonlyMap<string, Key>,
): Map<Key, number[]> {
  const places = new Map<Key, number[]>();
  headings.forEach((heading, place) => {
    const key = isFilled(heading) ? columnOf(heading, names) : undefined;
    if (key !== undefined) places.set(key, [...(places.get(key) ?? []), place]);
  });
  return places;
}

/** Finds the headings, unless the person chose a row. */
function findHeadings<Key extends string>(
  rows: readonly SheetRow[],
  { columns, words, unsure, usual }: Pick<TableKind<Key, never, never>, 'columns' | 'words' | 'unsure' | 'usual'>,
  { wish, without = [] }: ReadOptions<Key>,
): FoundHeadings<Key> {
  const keys = keysOf(columns).filter((key) => !without.includes(key));
  const names = new Map(
    keys.flatMap((key) => [columns[key].header, ...words[key]].map((word) => [essence(word), key] as const)),
  );
  const top = rows.slice(0, MAX_TITLE_ROWS + 1).map(({ cells }) => placesOf(cells, names));
  const sizes = top.map(({ size }) => size);
  const best = firstHeadings(sizes) ?? Math.max(0, sizes.indexOf(Math.max(...sizes)));
  const isHeading = (sizes[best] ?? 0) > 1 || keys.some((key) => columns[key].required && top[best]?.has(key));
  const chosen = wish?.columns.filter(([, key]) => keys.includes(key)) ?? [];
  const chosenPlaces = new Map(chosen.map(([place, key]) => [key, place]));
  if (usual && (wish ? wish.line === 0 : !isHeading))
    return {
      names,
      line: 0,
      headings: [],
      places: chosen.length > 0 ? chosenPlaces : new Map(usual.map((key, place) => [key, place])),
      repeated: [],
    };
  const at = wish && wish.line > 0 ? Math.min(wish.line, rows.length) - 1 : best;
  const headings = rows[at]?.cells ?? [];
  if (chosen.length > 0) return { names, line: at + 1, headings, places: chosenPlaces, repeated: [] };
  const found = placesOf(headings, names);
  const unsureNames = new Map(
    keys.flatMap((key) => (unsure?.[key] ?? []).map((word) => [essence(word), key] as const)),
  );
  for (const [key, [place = -1]] of placesOf(headings, unsureNames)) {
    const cells = rows.slice(at + 1).flatMap((row) => (row.cells[place] ?? '').trim() || []);
    if (!found.has(key) && cells.slice(0, SAMPLED_CELLS).some((cell) => 'value' in readDay(cell)))
      found.set(key, [place]);
  }
  const places = [...found];
  return {
    names,
    line: at + 1,
    headings,
    places: new Map(places.map(([key, [place = 0]]) => [key, place])),
    repeated: places.filter(([, all]) => all.length > 1).map(([key]) => key),
  };
}

/** Reads the sheet of a file. */
function readSheet<Key extends string, Line extends { line: number }, Context>(
  file: SheetFile,
  kind: TableKind<Key, Line, Context>,
  { context, ...options }: ReadOptions<Key> & { context: Context },
): ReadTable<Key, Line> | UnreadableTable<Key> {
  const source = sourceOf(file);
  const unreadable = (why: string, remedy: string, layout: TableLayout<Key> | null = null) =>
    ({ kind: 'unreadable', why, remedy, layout, source }) as const;
  const { columns, one, many, maxLines, days = [] } = kind;
  const empty = () => unreadable(`El archivo no tiene ${many}`, `Escriba ${one} por fila, debajo de los títulos`);
  if (!file.rows.some(hasContent)) return empty();
  const { names, line, headings: first, places: firstPlaces, repeated } = findHeadings(file.rows, kind, options);
  const below = file.rows.slice(line);
  const {
    headings,
    places,
    rows: joined,
  } = line === 0
    ? { headings: first, places: firstPlaces, rows: below }
    : joinTables(
        below,
        { headings: first, places: firstPlaces },
        (row) => new Map([...placesOf(row, names)].flatMap(([key, all]) => all.map((place) => [place, key] as const))),
        file.encoding !== null,
      );
  const filled = joined.filter((row) => hasContent(row) && !row.isHeadings);
  const rows = filled.filter((row) => !isAside(row, { hidden: false, crossed: false }));
  const cells = file.rows.map((row) => row.cells);
  const layout = tableLayoutOf({
    line,
    headings,
    places,
    rows: rows.map((row) => row.cells),
    top: cells.slice(0, MAX_TITLE_ROWS + 1).slice(0, cells.length - 1),
  });
  const keys = keysOf(columns);
  const [missing] = missingColumns(columns, (key) => places.has(key));
  if (missing !== undefined)
    return unreadable(
      `Falta la columna ${columns[missing].header}`,
      'Seleccione qué columna del archivo es cada una',
      layout,
    );
  if (repeated.length > 0)
    return unreadable(
      `Hay columnas repetidas: ${repeated.map((key) => columns[key].header).join(', ')}`,
      'Seleccione cuál usar',
      layout,
    );
  if (rows.length === 0) return empty();
  if (file.more || rows.length > maxLines)
    return unreadable(`El archivo tiene más de ${formatNumber(maxLines)} ${many}`, 'Divida el archivo en partes');
  const accepted = [...(options.accepted ?? [])];
  const taken = new Set<string>();
  const accepts = (at: number) => (key: Key, text: string, suggestion: string) => {
    const question = JSON.stringify([key, text, suggestion]);
    const own = taken.has(question) ? -1 : accepted.indexOf(`${at}-${key}`);
    if (own >= 0) {
      accepted.splice(own, 1);
      taken.add(question);
    }
    return taken.has(question);
  };
  const dated = new Set(file.from1904 ? days.map((key) => places.get(key)) : []);
  const read = rows.map((row): TableRow<Key> & Pick<SheetRow, 'fault'> => ({
    line: row.line,
    ...(row.fault && { fault: row.fault }),
    reader: new LineReader(
      dated.size === 0 ? row.cells : row.cells.map((cell, place) => (dated.has(place) ? dateFrom1904(cell) : cell)),
      { places, accepts: accepts(row.line) },
      keys,
    ),
  }));
  const [named = keys[0]] = keys.filter((key) => columns[key].required);
  const malformed = read.flatMap(({ line: at, reader, fault }) =>
    fault ? brokenRow<Key>(at, reader.cell(named), 'Está mal separada', 'Revise las comillas y las columnas') : [],
  );
  const used = new Set(places.values());
  return {
    kind: 'table',
    layout,
    source: sourceOf(file, hiddenNames(file, line, headings, places.values())),
    ignored: headings.filter((heading, place) => isFilled(heading) && !used.has(place)).map(ignoredName),
    hidden: filled.length - rows.length,
    lines: [
      ...malformed,
      ...kind.read(
        read.filter(({ fault }) => !fault),
        context,
      ),
    ].toSorted((first, second) => first.line - second.line),
  };
}

/** Parses a file of clients, couriers or people. Runs in a thread, see `parse-in-thread.ts`. */
export function parseTable<Name extends TableName>({ bytes, table, ...task }: TableTask<Name>): ParsedTable<Name> {
  const kind = TABLES[table] as unknown as TableKind<KeyOf<Name>, LineOf<Name> & { line: number }, ContextOf<Name>>;
  try {
    const file = readFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), task.choice);
    if (file.kind === 'no-table')
      return {
        kind: 'unreadable',
        why: 'El archivo no es CSV ni Excel (.xlsx)',
        remedy: NO_TABLE[file.format],
        layout: null,
        source: null,
      };
    return readSheet(file, kind, task);
  } catch (error) {
    if (error instanceof FileTooComplex) return { kind: 'too-complex' };
    throw error;
  }
}
