import { IMPORT_COLUMNS, type LineError, type OrderPreview } from '@despacho/contracts/dispatch';

export interface BrokenCell extends Omit<LineError, 'column'> {
  line: number;
  /** As in the file's header line. */
  column: string;
}

/** @returns one entry per invalid cell, in file order. */
export const brokenCells = (rows: readonly OrderPreview[]): BrokenCell[] =>
  rows.flatMap((row) =>
    row.ok
      ? []
      : row.errors.map(({ column, ...error }) => ({
          line: row.line,
          column: IMPORT_COLUMNS[column].header,
          ...error,
        })),
  );

export type GoodRow = Extract<OrderPreview, { ok: true }>;

/** @returns the orders to import, in file order. */
export const goodRows = (rows: readonly OrderPreview[]): GoodRow[] => rows.filter((row): row is GoodRow => row.ok);

/** A note about lines to be imported. */
export interface LineNote {
  text: string;
  /** Line numbers in the file, from 1, ascending. */
  lines: readonly number[];
}

/** @returns each note once with its lines, most lines first. */
export function lineNotes(rows: readonly OrderPreview[]): LineNote[] {
  const linesOf = new Map<string, number[]>();
  for (const { line, notes } of goodRows(rows))
    for (const text of notes) linesOf.set(text, [...(linesOf.get(text) ?? []), line]);
  return [...linesOf]
    .map(([text, lines]) => ({ text, lines: lines.toSorted((one, other) => one - other) }))
    .sort((one, other) => other.lines.length - one.lines.length);
}
