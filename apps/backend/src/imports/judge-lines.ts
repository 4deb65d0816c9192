import { visibleText } from '@despacho/contracts';
import { type LineError, type OrderInput } from '@despacho/contracts/dispatch';
import { referenceKeyOf, repeatedReference } from '../orders/client-reference.ts';
import { type NumberedInput } from './find-doubtful.ts';
import { type ImportCells } from '../database/schema.ts';
import { type LineContext, readLine } from './read-line.ts';

/** A line of a file. `line` counts as spreadsheets do; `cells` are formatted by `broken-text.ts`. */
interface LineText {
  line: number;
  cells: string;
  values: ImportCells;
}

/** A line with its result. */
export type JudgedLine =
  | (LineText & { ok: true; input: OrderInput; notes: string[] })
  | (LineText & { ok: false; errors: LineError[] });

/** Code of the existing order by `referenceKeyOf`; null if it belongs to another office. */
export type Taken = ReadonlyMap<string, string | null>;

const referenceOf = ({ client, clientReference }: OrderInput): string | undefined =>
  clientReference === null ? undefined : referenceKeyOf(client, clientReference);

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => visibleText(cell).trim() === '');

/**
 * @returns each non-blank line, parsed independently.
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
  return rows.flatMap((cells, index): JudgedLine[] =>
    isBlank(cells)
      ? []
      : [{ line: index + first, cells: cellsOf(cells), values: valuesOf(cells), ...readLine(cells, context) }],
  );
}

/** @returns the texts by which clients were looked up in valid lines. @param client of lines without one. */
export const lookupsOf = (lines: readonly JudgedLine[], client: string | null) =>
  lines.flatMap((each) =>
    each.ok
      ? [{ text: visibleText(each.values.client ?? '').trim() || (client ?? ''), clientId: each.input.client.id }]
      : [],
  );

/** @returns whether an order with this client and reference exists. */
export function isTaken(input: OrderInput, taken: Taken): boolean {
  const key = referenceOf(input);
  return key !== undefined && taken.has(key);
}

/** @returns the valid lines. */
export const inputsOf = (lines: readonly JudgedLine[]): NumberedInput[] =>
  lines.flatMap((each) => (each.ok ? [{ line: each.line, input: each.input }] : []));

const broken = ({ line, cells, values }: JudgedLine, value: string, reason: string, remedy: string): JudgedLine => ({
  line,
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
