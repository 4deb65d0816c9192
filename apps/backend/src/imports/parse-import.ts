import {
  IMPORT_COLUMN_KEYS,
  IMPORT_COLUMNS,
  type ImportColumnKey,
  type ImportLayout,
  MAX_IMPORT_LINES,
  type UnreadableWhy,
} from '@despacho/contracts/dispatch';
import { hash } from 'node:crypto';
import { type ClientRow, KnownClients } from '../clients/known-clients.ts';
import { FileTooComplex } from '../files/file-limits.ts';
import { brokenText, withCell } from './broken-text.ts';
import { type ImportCells, type KeptLayout, type KnownLayout } from '../database/schema.ts';
import { findTable, layoutOf, type Table, type Wish } from './import-layout.ts';
import { type JudgedLine, readLines } from './judge-lines.ts';
import { readFile } from './read-file.ts';
import { readLine } from './read-line.ts';

/** What lines are validated against. Structured-cloneable, so that it can be sent to another thread. */
export interface ParseContext {
  /** `2026-11-20` in the office's calendar. */
  today: string;
  province: string | undefined;
  /** As in the setting PLACE_MAX_KM; its default if absent. */
  maxKm?: number | undefined;
  clients: readonly ClientRow[];
}

/** A file to parse. */
export interface ParseTask extends ParseContext {
  bytes: Uint8Array;
  /** Layouts the office has used. */
  known?: readonly KnownLayout[];
  /** What the person chose, instead of known and recognised columns. */
  wish?: Wish | undefined;
}

/** An invalid line as stored. */
export interface StoredLine {
  line: number;
  cells: ImportCells;
  broken: string;
}

/** Lines to validate again, with another text in one column. */
export interface FixTask extends ParseContext {
  lines: readonly StoredLine[];
  layout: KeptLayout;
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
  lines: JudgedLine[];
}

export type ParsedImport = ParsedLines | Unreadable | { kind: 'too-complex' };

const unreadable = (
  why: UnreadableWhy,
  remedy: string,
  columns: string[] = [],
  layout: ImportLayout | null = null,
): Unreadable => ({ kind: 'unreadable', why, columns, remedy, layout });

const EMPTY = unreadable('empty', 'Complete la plantilla con una orden por línea');

/** @returns why a table cannot be imported at all, or undefined. */
function faultOf(table: Table): Unreadable | undefined {
  const { header, client, rows } = table;
  const missing = header.missing.filter((each) => client === null || each !== IMPORT_COLUMNS.client.header);
  if (missing.length > 0)
    return unreadable('columns', 'Elija qué columna del archivo es cada una', missing, layoutOf(table));
  if (header.repeated.length > 0)
    return unreadable('repeated_columns', 'Elija cuál usar', header.repeated, layoutOf(table));
  if (rows.length === 0) return EMPTY;
  if (rows.length > MAX_IMPORT_LINES) return unreadable('lines', 'Divida el archivo en partes');
  return undefined;
}

/**
 * Parses a file and validates each line independently. A hostile file can make this expensive, so it runs in its own
 * thread, see `parse-in-thread.ts`.
 */
export function parseImport({ bytes, known = [], wish, clients, ...calendar }: ParseTask): ParsedImport {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const content = readFile(file);
    if (content.kind === 'no-table')
      return unreadable('format', 'Guárdelo desde Excel como «Libro de Excel (.xlsx)» o «CSV»');
    if (content.rows.length === 0) return EMPTY;
    const cells = content.rows.map((row) => row.cells);
    const knownClients = new KnownClients(clients);
    const table = findTable(cells, known, wish, (text) => knownClients.find(text).name);
    const fault = faultOf(table);
    if (fault) return fault;
    const { header, headings, signature, ofClient, client, rows, line } = table;
    const broken = brokenText(headings);
    const context = { ...calendar, header, client, clients: knownClients };
    const places = [...header.places];
    return {
      kind: 'lines',
      hash: hash('sha256', file),
      ignored: header.ignored,
      header: broken.header,
      layout: layoutOf(table),
      kept: {
        signature,
        ofClient,
        client,
        columns: places.map(([key, place]) => [place, key]),
        places: Object.fromEntries(places.map(([key, place]) => [key, broken.placeOf(place)])),
        width: broken.width,
      },
      lines: readLines({ rows, first: line + 1 }, context, broken.cellsOf),
    };
  } catch (error) {
    if (error instanceof FileTooComplex) return { kind: 'too-complex' };
    throw error;
  }
}

/** Every column, in a fixed order. */
const ALL_PLACES: ReadonlyMap<ImportColumnKey, number> = new Map(IMPORT_COLUMN_KEYS.map((key, place) => [key, place]));

/**
 * @param read the line before the change.
 * @returns the cells that change with one: of two coordinates that are wrong together, the other becomes what its error
 * suggests, and without one of them the other is useless.
 */
function changesOf(column: ImportColumnKey, value: string, read: ReturnType<typeof readLine>): ImportCells {
  const other = column === 'lat' ? 'lng' : column === 'lng' ? 'lat' : undefined;
  if (other === undefined || read.ok) return { [column]: value };
  if (value === '') return { [column]: '', [other]: '' };
  const own = read.errors.find((error) => error.column === column && error.suggestion === value);
  const theirs = read.errors.find((error) => error.column === other && error.reason === own?.reason);
  return { [column]: value, ...(theirs?.suggestion && { [other]: theirs.suggestion }) };
}

/** Validates stored lines again, with another text in one column. Runs in the same thread as parsing. */
export function fixLines({ lines, layout, column, value, clients, ...calendar }: FixTask): JudgedLine[] {
  const header = { places: ALL_PLACES, ignored: [], repeated: [], missing: [] };
  const context = { ...calendar, header, client: layout.client, clients: new KnownClients(clients) };
  const read = (cells: ImportCells) =>
    readLine(
      IMPORT_COLUMN_KEYS.map((key) => cells[key] ?? ''),
      context,
    );
  return lines.map(({ line, cells, broken }) => {
    const changes = changesOf(column, value, read(cells));
    const values = { ...cells, ...changes };
    const text = Object.entries(changes).reduce(
      (kept, [key, each]) => withCell(kept, layout.width, layout.places[key as ImportColumnKey], each),
      broken,
    );
    return { line, cells: text, values, ...read(values) };
  });
}
