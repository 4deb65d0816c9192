import { type BrokenLine, type ImportColumns, MAX_QUOTED_LENGTH } from '@despacho/contracts/dispatch';
import { type LineReader } from './line-reader.ts';

/** A row of a table, to be read by column. */
export interface TableRow<Key extends string> {
  line: number;
  reader: LineReader<Key>;
}

/** A kind of file with one item per line: its columns, and how its lines are read. */
export interface TableKind<Key extends string, Line, Context> {
  columns: ImportColumns<Key>;
  /** Other names of each column, as programs and people write them. */
  words: Readonly<Record<Key, readonly string[]>>;
  /** Names that mean a column with days only if its cells are days: «Licencia» may be a number. */
  unsure?: Partial<Readonly<Record<Key, readonly string[]>>>;
  /** The columns of a list without headings, if there can be one. */
  usual?: readonly Key[];
  /** Columns with days. */
  days?: readonly Key[];
  maxLines: number;
  /** «un cliente» */
  one: string;
  /** «clientes» */
  many: string;
  /** Reads each line independently, and compares them. */
  read: (rows: readonly TableRow<Key>[], context: Context) => Line[];
}

/** @returns a line that cannot be imported, with the errors that its reader collected. */
export const brokenBy = <Key extends string>({ line, reader }: TableRow<Key>, name: Key): BrokenLine<Key> => ({
  line,
  ok: false,
  name: reader.cell(name).slice(0, MAX_QUOTED_LENGTH).toWellFormed(),
  errors: reader.errors,
});

/** @returns a line that cannot be imported for a reason of the whole row. */
export const brokenRow = <Key extends string>(
  line: number,
  name: string,
  reason: string,
  remedy: string,
): BrokenLine<Key> => ({
  line,
  ok: false,
  name: name.slice(0, MAX_QUOTED_LENGTH).toWellFormed(),
  errors: [{ column: null, value: '', reason, remedy, suggestion: null }],
});
