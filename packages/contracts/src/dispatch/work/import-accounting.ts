import * as z from 'zod/mini';

/**
 * The outcome of every row of the sheet that was read. All figures are numbers of rows and add up to `read`; an order
 * can have several rows.
 */
export const importAccounting = z.object({
  /** Rows up to the last one with content. */
  read: z.int(),
  /** Rows of lines that are imported. */
  imported: z.int(),
  /** Rows of lines with errors. */
  errors: z.int(),
  /** Rows of lines that resemble an order or an earlier line. */
  repeated: z.int(),
  /** Rows of lines that the person took out. */
  takenOut: z.int(),
  /** Hidden, filtered or crossed-out rows that the person did not include. */
  hidden: z.int(),
  /** Rows with totals. */
  totals: z.int(),
  /** The headings, their repetitions, and the rows above them. */
  titles: z.int(),
  blank: z.int(),
});

export type ImportAccounting = z.infer<typeof importAccounting>;

/** Counts of the rows of the file that are not lines. */
export type RowsAside = Pick<ImportAccounting, 'read' | 'hidden' | 'totals' | 'titles' | 'blank'>;

export type LineOutcome = 'imported' | 'errors' | 'repeated' | 'takenOut';

/** A line and its number of rows. */
export interface CountedLine {
  line: number;
  rows: number;
  ok: boolean;
}

/** Numbers of the lines that are left out of an import. */
export interface LeftOut {
  repeated: ReadonlySet<number>;
  takenOut: ReadonlySet<number>;
}

/** @returns the outcome of a line. `takenOut` takes precedence. */
export function outcomeOf({ line, ok }: Pick<CountedLine, 'line' | 'ok'>, left: LeftOut): LineOutcome {
  if (left.takenOut.has(line)) return 'takenOut';
  if (!ok) return 'errors';
  return left.repeated.has(line) ? 'repeated' : 'imported';
}

/** @returns the accounting of an import: the rows that are not lines, and the rows of all lines by outcome. */
export function accountRows(aside: RowsAside, lines: Iterable<CountedLine>, left: LeftOut): ImportAccounting {
  const { read, hidden, totals, titles, blank } = aside;
  const rows = { imported: 0, errors: 0, repeated: 0, takenOut: 0 };
  for (const line of lines) rows[outcomeOf(line, left)] += line.rows;
  return { read, ...rows, hidden, totals, titles, blank };
}
