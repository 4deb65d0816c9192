import {
  IMPORT_COLUMN_KEYS,
  IMPORT_COLUMNS,
  type ImportColumnKey,
  type ImportLayout,
  type ImportSource,
  MAX_IMPORT_LINES,
  MAX_PLACE_KM,
  type RowsAside,
  type UnreadableWhy,
} from '@despacho/contracts/dispatch';
import { hash } from 'node:crypto';
import { type ClientRow, KnownClients } from '#people/clients/known-clients.ts';
import { FileTooComplex } from '#platform/files/file-limits.ts';
import { dateFrom1904, type FileChoice, type NoTable, type SheetFile, type SheetRow } from '#platform/files/sheet.ts';
import { brokenText, rowsOfText, textOfRows, withCell } from './broken-text.ts';
import { type ClientAnswers, type KeptLayout, type KnownLayout } from '#platform/database/schema.ts';
import { districtReader } from './find-district.ts';
import { foundDay } from './found-day.ts';
import { findTable, hasDays, haveMonthFirst, layoutOf, type Table, type Wish } from './import-layout.ts';
import { hiddenNames, sourceOf } from './import-source.ts';
import { type JudgedLine, judgeLine, readLines } from './judge-lines.ts';
import { type CourierNames, KnownCouriers } from './known-couriers.ts';
import { joinTables } from './join-tables.ts';
import { joinRows, PER_ITEM } from './merge-rows.ts';
import { placeJudge } from '#orders/places/judge-places.ts';
import { readFile } from './read-file.ts';
import { readLine } from './read-line.ts';
import { ignoredName, keysOfHeadings } from './read-header.ts';
import { markShifted } from './shifted-rows.ts';
import { isAside, sortRows } from './sort-rows.ts';

/** What lines are validated against. Structured-cloneable, so that it can be sent to another thread. */
export interface ParseContext {
  /** `2026-11-20` in the office's calendar. */
  today: string;
  /** The office's. */
  timeZone: string;
  province: string | undefined;
  /** As in the setting PLACE_MAX_KM; its default if absent. */
  maxKm?: number | undefined;
  clients: readonly ClientRow[];
  couriers: readonly CourierNames[];
}

/** A file to parse. */
export interface ParseTask extends ParseContext {
  bytes: Uint8Array;
  /** May state the day of the orders. */
  fileName?: string;
  /** Layouts the office has used. */
  known?: readonly KnownLayout[];
  /** The person's choice, instead of known and recognised columns. */
  wish?: Wish | undefined;
  choice?: FileChoice;
  /** Reads hidden rows like any other. */
  includeHidden?: boolean;
  /** Reads rows with crossed-out cells like any other. */
  includeCrossed?: boolean;
  /** Leaves out hidden columns. */
  skipHiddenColumns?: boolean;
}

/** An invalid line as stored. */
export interface StoredLine {
  line: number;
  /** Numbers of all its rows. */
  rows: readonly number[];
  /** As formatted by `broken-text.ts`. */
  text: string;
}

/** Lines to validate again, with another text in one column. */
export interface FixTask extends ParseContext {
  lines: readonly StoredLine[];
  layout: KeptLayout;
  answers: ClientAnswers;
  column: ImportColumnKey;
  value: string;
}

/** Why a file cannot be imported at all, and what to do. */
interface Unreadable {
  kind: 'unreadable';
  why: UnreadableWhy;
  /** The headers concerned, if any. */
  columns: string[];
  remedy: string;
  /** The columns to choose from, if that would help. */
  layout: ImportLayout | null;
  source: ImportSource | null;
}

/** A hidden or crossed-out row, which is not read as a line. */
export interface HiddenRow {
  line: number;
  text: string;
}

interface ParsedLines {
  kind: 'lines';
  /** SHA-256 of the file, in hex. */
  hash: string;
  /** Headers that match no column. */
  ignored: string[];
  /** Header of the broken-lines file. */
  header: string;
  layout: ImportLayout;
  kept: KeptLayout;
  source: ImportSource;
  lines: JudgedLine[];
  /** Numbers of the hidden rows with content, and of the rows with sums. */
  hidden: number[];
  /** Numbers of the rows with crossed-out cells. */
  crossed: number[];
  totals: number[];
  /** The hidden and crossed-out rows that are not among the lines. */
  hiddenRows: HiddenRow[];
  aside: RowsAside;
}

export type ParsedImport = ParsedLines | Unreadable | { kind: 'too-complex' };

const unreadable = (
  why: UnreadableWhy,
  remedy: string,
  more: Partial<Pick<Unreadable, 'columns' | 'layout' | 'source'>> = {},
): Unreadable => ({ kind: 'unreadable', why, columns: [], remedy, layout: null, source: null, ...more });

const SAVE_AS = 'guárdelo como «Libro de Excel (.xlsx)» o «CSV»';

/** The remedy for each format that is not a table. */
export const NO_TABLE: Record<NoTable['format'], string> = {
  xls: `Es un libro de Excel antiguo (.xls): ábralo con Excel y ${SAVE_AS}`,
  ods: `Es una hoja de LibreOffice (.ods): ábrala y ${SAVE_AS}`,
  html: `Es una página web (HTML), aunque su nombre termine en .xls: ábrala con Excel y ${SAVE_AS}`,
  xml: `Es un archivo XML: ábralo con Excel y ${SAVE_AS}`,
  json: 'Es un archivo JSON: pida los datos en Excel (.xlsx) o CSV',
  pdf: 'Es un PDF: pida los datos en Excel (.xlsx) o CSV',
  encrypted: 'Está protegido con contraseña: ábralo con Excel, quítele la contraseña y guárdelo otra vez',
  unknown: `Ábralo con Excel y ${SAVE_AS}`,
};

const EMPTY_REMEDY = 'Complete la plantilla con una orden por línea';

/** @returns why a table cannot be imported at all, or undefined. */
function faultOf(table: Table, source: ImportSource): Unreadable | undefined {
  const { header, client, date, rows } = table;
  const isDated = date !== null || rows.length === 0 || hasDays(rows, header);
  const missing = [
    ...header.missing.filter(
      (each) => each !== IMPORT_COLUMNS.date.header && (client === null || each !== IMPORT_COLUMNS.client.header),
    ),
    ...(isDated ? [] : [IMPORT_COLUMNS.date.header]),
  ];
  const chosen = () => ({ layout: layoutOf(table), source });
  if (missing.length > 0)
    return unreadable('columns', 'Seleccione qué columna del archivo es cada una', { columns: missing, ...chosen() });
  if (header.repeated.length > 0)
    return unreadable('repeated_columns', 'Seleccione cuál usar', { columns: header.repeated, ...chosen() });
  if (rows.length === 0) return unreadable('empty', EMPTY_REMEDY, { source });
  return undefined;
}

/** Converts the date column of a workbook that counts days from 1904. */
const withDates = (rows: readonly SheetRow[], place: number | undefined): SheetRow[] =>
  rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell, index) => (index === place ? dateFrom1904(cell) : cell)),
  }));

/** Empties the hidden columns of a sheet, with their headings. */
function withoutHiddenColumns(file: SheetFile): SheetFile {
  const hidden = new Set(file.hiddenColumns);
  const rows = file.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell, place) => (hidden.has(place) ? '' : cell)),
  }));
  return { ...file, rows };
}

/** Parses the sheet of a file. Each of its rows is part of a line or counted in `aside`. */
export function parseSheet(whole: SheetFile, task: Omit<ParseTask, 'bytes'>): Omit<ParsedLines, 'hash'> | Unreadable {
  const { known = [], wish, clients, couriers, fileName, skipHiddenColumns = false, ...calendar } = task;
  const include = { hidden: task.includeHidden === true, crossed: task.includeCrossed === true };
  const file = skipHiddenColumns ? withoutHiddenColumns(whole) : whole;
  if (file.rows.length === 0) return unreadable('empty', EMPTY_REMEDY, { source: sourceOf(file) });
  const cells = file.rows.map((row) => row.cells);
  const knownClients = new KnownClients(clients);
  const tableOf = (from: readonly string[][]) => findTable(from, known, wish, (text) => knownClients.find(text).name);
  const found = tableOf(cells);
  const seen = skipHiddenColumns ? tableOf(whole.rows.map((row) => row.cells)) : found;
  const concealed = hiddenNames(whole, seen.line, seen.headings, seen.header.places.values());
  const source = sourceOf(file, concealed, !skipHiddenColumns);
  const titles = cells.slice(0, found.line - 1).map((row) => row.join(' '));
  const table = { ...found, foundDate: foundDay([...titles, fileName ?? ''], calendar) };
  const fault = faultOf(table, source);
  if (fault) return fault;
  const { signature, ofClient, client, date, line } = table;
  const joined = joinTables(
    file.rows.slice(line),
    { headings: table.headings, places: table.header.places },
    keysOfHeadings,
    file.encoding !== null,
  );
  const { headings } = joined;
  const used = new Set(joined.places.values());
  const others = headings.slice(table.headings.length).filter((_, at) => !used.has(table.headings.length + at));
  const ignored = [...table.header.ignored, ...others.map(ignoredName)];
  const header = { ...table.header, places: joined.places, ignored };
  const dated = file.from1904 ? withDates(joined.rows, header.places.get('date')) : joined.rows;
  const width = headings.findLastIndex((heading) => heading.trim() !== '') + 1;
  const below = file.separator === ',' ? markShifted(dated, header, width) : dated;
  const monthFirst = haveMonthFirst(
    below.map(({ cells: own }) => own),
    header,
  );
  const broken = brokenText(headings);
  const context = {
    ...calendar,
    header,
    client,
    date,
    monthFirst,
    clients: knownClients,
    couriers: new KnownCouriers(couriers),
    readDistrict: districtReader(calendar.province),
    judge: placeJudge(calendar.province, calendar.maxKm ?? MAX_PLACE_KM),
  };
  const places = [...header.places];
  const { lines, hidden, crossed, totals, aside } = sortRows(
    [...file.rows.slice(0, line), ...below],
    { top: line, header },
    include,
  );
  if (file.more || lines.length > MAX_IMPORT_LINES)
    return unreadable('lines', 'Divida el archivo en partes', { source });
  return {
    kind: 'lines',
    ignored,
    header: broken.header,
    layout: layoutOf(table),
    kept: {
      signature,
      ofClient,
      client,
      date,
      monthFirst,
      // Those of the first table.
      columns: Array.from(table.header.places, ([key, place]) => [place, key]),
      places: Object.fromEntries(places.map(([key, place]) => [key, broken.placeOf(place)])),
      width: broken.width,
    },
    source,
    lines: readLines(lines, context, { textOf: broken.textOf, width }),
    hidden: hidden.map((row) => row.line),
    crossed: crossed.map((row) => row.line),
    totals,
    hiddenRows: [...new Set([...hidden, ...crossed])]
      .filter((row) => isAside(row, include))
      .map((row) => ({ line: row.line, text: broken.textOf([row.cells]) })),
    aside,
  };
}

/**
 * Parses a file and validates each line independently. A hostile file can make this expensive, so it runs in its own
 * thread, see `parse-in-thread.ts`.
 */
export function parseImport({ bytes, choice = {}, ...task }: ParseTask): ParsedImport {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const content = readFile(file, choice);
    if (content.kind === 'no-table') return unreadable('format', NO_TABLE[content.format]);
    const parsed = parseSheet(content, task);
    return parsed.kind === 'lines' ? { ...parsed, hash: hash('sha256', file) } : parsed;
  } catch (error) {
    if (error instanceof FileTooComplex) return { kind: 'too-complex' };
    throw error;
  }
}

/**
 * @param read parses the line before the change.
 * @returns the cells that change together: if both coordinates are wrong for the same reason, the other one becomes its
 * suggestion; if one is cleared, so is the other.
 */
function changesOf(
  column: ImportColumnKey,
  value: string,
  read: () => ReturnType<typeof readLine>,
): (readonly [ImportColumnKey, string])[] {
  const other = column === 'lat' ? 'lng' : column === 'lng' ? 'lat' : undefined;
  if (other === undefined) return [[column, value]];
  const before = read();
  if (before.ok) return [[column, value]];
  if (value === '')
    return [
      [column, ''],
      [other, ''],
    ];
  const own = before.errors.find((error) => error.column === column && error.suggestion === value);
  const theirs = before.errors.find((error) => error.column === other && error.reason === own?.reason);
  return theirs?.suggestion
    ? [
        [column, value],
        [other, theirs.suggestion],
      ]
    : [[column, value]];
}

/** Validates stored lines again, with another text in one column. Runs in the same thread as parsing. */
export function fixLines(task: FixTask): JudgedLine[] {
  const { lines, layout, answers, column, value, clients, couriers, ...calendar } = task;
  // Columns that the file lacks are stored after its cells, where downloads ignore them.
  const placeOf = (key: ImportColumnKey): number =>
    layout.places[key] ?? layout.width + IMPORT_COLUMN_KEYS.indexOf(key);
  const places = new Map(IMPORT_COLUMN_KEYS.map((key) => [key, placeOf(key)]));
  const header = { places, ignored: [], repeated: [], missing: [] };
  const context = {
    ...calendar,
    header,
    client: layout.client,
    date: layout.date ?? null,
    // The person types a date with the day first.
    monthFirst: layout.monthFirst === true && column !== 'date',
    clients: new KnownClients(clients, answers.clients),
    couriers: new KnownCouriers(couriers),
    readDistrict: districtReader(calendar.province),
    judge: placeJudge(calendar.province, calendar.maxKm ?? MAX_PLACE_KM),
  };
  return lines.map(({ line, rows, text }) => {
    const joined = (sources: readonly string[][]): readonly string[] =>
      joinRows(
        sources.map((each, at) => ({ line: rows[at] ?? line, cells: each })),
        header,
      );
    const before = rowsOfText(text);
    const changes = changesOf(column, value, () => readLine(joined(before), context, rows.length));
    const sources = changes.reduce(
      (kept, [key, each]) => withCell(kept, { place: placeOf(key), value: each, isPerItem: PER_ITEM.includes(key) }),
      before,
    );
    return judgeLine({ line, rows, text: textOfRows(sources) }, joined(sources), context);
  });
}
