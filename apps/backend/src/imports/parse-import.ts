import { MAX_IMPORT_LINES, type UnreadableWhy } from '@despacho/contracts/dispatch';
import { createHash } from 'node:crypto';
import { type ClientRow, KnownClients } from '../clients/known-clients.ts';
import { FileTooComplex } from '../files/file-limits.ts';
import { brokenText } from './broken-text.ts';
import { type JudgedLine, readLines } from './judge-lines.ts';
import { readFile } from './read-file.ts';
import { readHeader } from './read-header.ts';

/** The input for parsing a file. Structured-cloneable, so that it can be sent to another thread. */
export interface ParseTask {
  bytes: Uint8Array;
  /** `2026-11-20` in the office's calendar. */
  today: string;
  province: string | undefined;
  clients: readonly ClientRow[];
}

/** Why a file cannot be imported at all, and what to do. */
export interface Unreadable {
  kind: 'unreadable';
  why: UnreadableWhy;
  /** The headers concerned, if any. */
  columns: string[];
  remedy: string;
}

export interface ParsedLines {
  kind: 'lines';
  /** SHA-256 of the file, in hex. */
  hash: string;
  /** Headers that match no column. */
  ignored: string[];
  /** Header of the broken-lines file. */
  header: string;
  lines: JudgedLine[];
}

export type ParsedImport = ParsedLines | Unreadable | { kind: 'too-complex' };

const unreadable = (why: UnreadableWhy, remedy: string, columns: string[] = []): Unreadable => ({
  kind: 'unreadable',
  why,
  columns,
  remedy,
});

/** @returns why the file cannot be imported at all, or undefined. */
function faultOf(cells: string[][]): Unreadable | undefined {
  if (cells.length === 0) return unreadable('empty', 'Complete la plantilla con una orden por línea');
  const { missing, repeated } = readHeader(cells[0] ?? []);
  if (missing.length > 0)
    return unreadable('columns', 'La primera línea debe nombrar las columnas; compárela con la plantilla', missing);
  if (repeated.length > 0) return unreadable('repeated_columns', 'Deje cada columna una sola vez', repeated);
  if (cells.length === 1) return unreadable('empty', 'Complete la plantilla con una orden por línea');
  if (cells.length - 1 > MAX_IMPORT_LINES) return unreadable('lines', 'Divida el archivo en partes');
  return undefined;
}

/**
 * Parses a file and validates each line independently. A hostile file can make this expensive, so it runs in its own
 * thread, see `parse-in-thread.ts`.
 */
export function parseImport({ bytes, today, province, clients }: ParseTask): ParsedImport {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const cells = readFile(file);
    if (!cells) return unreadable('format', 'Guárdelo desde Excel como «Libro de Excel (.xlsx)» o «CSV»');
    const fault = faultOf(cells);
    if (fault) return fault;
    const [first = [], ...rows] = cells;
    const header = readHeader(first);
    const broken = brokenText(first);
    const lines = readLines(rows, { header, today, province, clients: new KnownClients(clients) }, broken.cellsOf);
    const hash = createHash('sha256').update(file).digest('hex');
    return { kind: 'lines', hash, ignored: header.ignored, header: broken.header, lines };
  } catch (error) {
    if (error instanceof FileTooComplex) return { kind: 'too-complex' };
    throw error;
  }
}
