import { IMPORT_COLUMNS, type LineError, type OrderPreview } from '@despacho/contracts/dispatch';

export interface BrokenCell extends Omit<LineError, 'column'> {
  line: number;
  /** As the file's own first line names it. */
  column: string;
}

/** @returns what is wrong, one entry for each cell, in the order of the file. */
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

/** @returns what would be imported, in the order of the file. */
export const goodRows = (rows: readonly OrderPreview[]): GoodRow[] => rows.filter((row): row is GoodRow => row.ok);

/** Something to know before importing, with the lines it is said of. */
export interface LineNote {
  text: string;
  /** Of the file, the first being 1, in rising order. */
  lines: readonly number[];
}

/** @returns each note once, however many lines it is said of: those of the most lines first. */
export function lineNotes(rows: readonly OrderPreview[]): LineNote[] {
  const linesOf = new Map<string, number[]>();
  for (const { line, notes } of goodRows(rows))
    for (const text of notes) linesOf.set(text, [...(linesOf.get(text) ?? []), line]);
  return [...linesOf]
    .map(([text, lines]) => ({ text, lines: lines.toSorted((one, other) => one - other) }))
    .sort((one, other) => other.lines.length - one.lines.length);
}
