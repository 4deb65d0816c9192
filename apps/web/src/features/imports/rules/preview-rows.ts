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

/** @returns what would be imported: lines there is something to say about first, each part in the order of the file. */
export function goodRows(rows: readonly OrderPreview[]): GoodRow[] {
  const good = rows.filter((row): row is GoodRow => row.ok);
  return [...good.filter(({ notes }) => notes.length > 0), ...good.filter(({ notes }) => notes.length === 0)];
}
