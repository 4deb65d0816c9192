import { type ImportSource } from '@despacho/contracts/dispatch';
import { FileTooComplex } from '#platform/files/file-limits.ts';
import { type FileChoice, hasContent, type SheetRow } from '#platform/files/sheet.ts';
import { sourceOf } from './import-source.ts';
import { NO_TABLE } from './parse-import.ts';
import { readFile } from './read-file.ts';

/** A file whose rows are wanted, whatever its columns. */
export interface TableTask {
  bytes: Uint8Array;
  choice: FileChoice;
  /** Rows with content, headers included, above which a file is not read. */
  maxRows: number;
}

export type ParsedTable =
  | { kind: 'table'; source: ImportSource; rows: SheetRow[]; hidden: number }
  | { kind: 'unreadable'; remedy: string; source: ImportSource | null }
  | { kind: 'too-complex' };

/** @returns the visible rows of a file that have content. Runs in a thread, see `parse-in-thread.ts`. */
export function parseTable({ bytes, choice, maxRows }: TableTask): ParsedTable {
  try {
    const file = readFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), choice);
    if (file.kind === 'no-table') return { kind: 'unreadable', remedy: NO_TABLE[file.format], source: null };
    const filled = file.rows.filter(hasContent);
    const rows = filled.filter(({ hidden }) => !hidden);
    const source = sourceOf(file);
    if (file.more || rows.length > maxRows)
      return { kind: 'unreadable', remedy: 'Tiene demasiadas filas: divida el archivo en partes', source };
    return { kind: 'table', source, rows, hidden: filled.length - rows.length };
  } catch (error) {
    if (error instanceof FileTooComplex) return { kind: 'too-complex' };
    throw error;
  }
}
