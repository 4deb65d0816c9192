import { type LineError, type OrderInput } from '@despacho/contracts/dispatch';
import { referenceKey, repeatedReference } from '../orders/client-reference.ts';
import { type NumberedInput } from './find-doubtful.ts';
import { LINE_END } from './broken-text.ts';
import { type ImportCells } from '../database/schema.ts';
import { mergeRows } from './merge-rows.ts';
import { type LineContext, type LineExtra, readLine } from './read-line.ts';

/** An order of a file, from one row or several. `line` counts as spreadsheets do; `cells` are formatted by `broken-text.ts`. */
interface LineText {
  line: number;
  /** Lines of all its rows. */
  rows: readonly number[];
  cells: string;
  values: ImportCells;
}

/** A line with its result. */
export type JudgedLine =
  | (LineText & { ok: true; input: OrderInput; notes: string[]; extra: LineExtra })
  | (LineText & { ok: false; errors: LineError[] });

/** Code of the existing order by `referenceKey`; null if it belongs to another office. */
export type Taken = ReadonlyMap<string, string | null>;

const referenceOf = ({ client, clientReference }: OrderInput): string | undefined =>
  clientReference === null ? undefined : referenceKey(client, clientReference);

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/**
 * @returns each order of the non-blank lines, parsed independently.
 * @param first line number of the first row.
 * @param cellsOf formats the cells of a line.
 */
export function readLines(
  { rows, first }: { rows: readonly string[][]; first: number },
  context: LineContext,
  cellsOf: (cells: readonly string[]) => string,
): JudgedLine[] {
  const valuesOf = (cells: readonly string[]): ImportCells =>
    Object.fromEntries(
      [...context.header.places].flatMap(([key, place]) => (cells[place] ? [[key, cells[place]]] : [])),
    );
  const filled = rows.flatMap((cells, index) => (isBlank(cells) ? [] : [{ line: index + first, cells }]));
  return mergeRows(filled, context.header).map(({ line, rows: lines, cells, sources }): JudgedLine => ({
    line,
    rows: lines,
    cells: sources.map(cellsOf).join(LINE_END),
    values: valuesOf(cells),
    ...readLine(cells, context, lines.length),
  }));
}

/** @returns the client references of some orders, to look up existing orders. */
export const referencesOf = (inputs: readonly OrderInput[]): string[] => [
  ...new Set(inputs.flatMap(({ clientReference }) => (clientReference === null ? [] : [clientReference]))),
];

/** @returns whether an order with this client and reference exists. */
export function isTaken(input: OrderInput, taken: Taken): boolean {
  const key = referenceOf(input);
  return key !== undefined && taken.has(key);
}

/** @returns the valid lines. */
export const inputsOf = (lines: readonly JudgedLine[]): NumberedInput[] =>
  lines.flatMap((each) => (each.ok ? [{ line: each.line, input: each.input, extra: each.extra }] : []));

const broken = (
  { line, rows, cells, values }: JudgedLine,
  value: string,
  reason: string,
  remedy: string,
): JudgedLine => ({
  line,
  rows,
  cells,
  values,
  ok: false,
  errors: [{ column: 'clientReference', value, reason, remedy, suggestion: null }],
});

/** Rejects lines that repeat the client and reference of an earlier line or an existing order. */
export function withoutRepeated(lines: readonly JudgedLine[], taken: Taken): JudgedLine[] {
  const firstWith = new Map<string, number>();
  return lines.map((each) => {
    if (!each.ok) return each;
    const key = referenceOf(each.input);
    if (key === undefined) return each;
    const value = each.input.clientReference ?? '';
    const code = taken.get(key);
    if (code !== undefined)
      return broken(each, value, repeatedReference(code), 'Quite la línea o cambie la referencia');
    const first = firstWith.get(key);
    if (first !== undefined)
      return broken(each, value, `La línea ${first} tiene el mismo cliente y referencia`, 'Quite una de las dos');
    firstWith.set(key, each.line);
    return each;
  });
}
