import {
  accountRows,
  type ImportAccounting,
  type ImportPreview,
  type LineOutcome,
  outcomeOf,
} from '@despacho/contracts/dispatch';

/** A file that could be read. */
export type Readable = Extract<ImportPreview, { readable: true }>;

/** Lines that the person decided about. */
export interface LineChoices {
  /** Doubtful lines to import. */
  included: ReadonlySet<number>;
  /** Lines to leave out. */
  takenOut: ReadonlySet<number>;
}

/** What an import would do. */
export interface ChosenLines extends Record<LineOutcome, number> {
  accounting: ImportAccounting;
  outcomeOf: (row: Readable['rows'][number]) => LineOutcome;
}

type Counted = Pick<Readable, 'accounting' | 'doubtful' | 'rows'>;

/** @returns what an import of a preview would do: its lines by outcome, and every row of the sheet. */
export function chosenLines({ accounting, doubtful, rows }: Counted, { included, takenOut }: LineChoices): ChosenLines {
  const repeated = new Set(doubtful.map(({ line }) => line).filter((line) => !included.has(line)));
  const left = { repeated, takenOut };
  const lines: Record<LineOutcome, number> = { imported: 0, errors: 0, repeated: 0, takenOut: 0 };
  for (const row of rows) lines[outcomeOf(row, left)]++;
  return { ...lines, accounting: accountRows(accounting, rows, left), outcomeOf: (row) => outcomeOf(row, left) };
}

/** Questions that the person must answer before the import. */
export type Question = 'encoding' | 'sheet' | 'hidden' | 'crossed' | 'columns' | 'clients';

/** @returns the questions that a file raises. Those about clients disappear when they are answered. */
export function questionsOf({ source, hidden, crossed, unknownClients }: Readable): Question[] {
  const others = source.sheets.filter(({ place }) => place !== source.sheet);
  return [
    ...((source.encoding?.choices.length ?? 0) > 1 ? (['encoding'] as const) : []),
    ...(others.length > 0 ? (['sheet'] as const) : []),
    ...(hidden.rows.length > 0 ? (['hidden'] as const) : []),
    ...(crossed ? (['crossed'] as const) : []),
    ...(source.hiddenColumns ? (['columns'] as const) : []),
    ...(unknownClients.asked.length > 0 ? (['clients'] as const) : []),
  ];
}
