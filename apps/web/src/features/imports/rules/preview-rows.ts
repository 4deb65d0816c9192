import { IMPORT_COLUMNS, type ImportColumnKey, type LineError, type OrderPreview } from '@despacho/contracts/dispatch';

export interface BrokenCell extends Omit<LineError, 'column'> {
  line: number;
  /** As written in the file. */
  recipient: string;
  address: string;
  /** Whether it is the first error of its line. */
  isFirst: boolean;
  /** Null for an error of the whole row. */
  key: ImportColumnKey | null;
  /** As in the template. */
  column: string;
}

/** @returns one entry per invalid cell, in file order. */
export const brokenCells = (rows: readonly OrderPreview[]): BrokenCell[] =>
  rows.flatMap((row) =>
    row.ok
      ? []
      : row.errors.map(({ column, ...error }, index) => ({
          line: row.line,
          recipient: row.recipient,
          address: row.address,
          isFirst: index === 0,
          key: column,
          column: column === null ? 'Toda la fila' : IMPORT_COLUMNS[column].header,
          ...error,
        })),
  );

/** A cell of any kind of file, with the suggested text. */
export type SuggestedCell = Pick<BrokenCell, 'line' | 'value' | 'suggestion'> & { key: string | null };

/** @returns the lines with the same text and suggestion in the same column. */
export const equalLines = (cells: readonly SuggestedCell[], { key, value, suggestion }: SuggestedCell): number[] =>
  cells
    .filter((each) => each.key === key && each.value === value && each.suggestion === suggestion)
    .map(({ line }) => line);

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
