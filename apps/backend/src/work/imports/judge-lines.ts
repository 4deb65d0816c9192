import { type LineError, MAX_QUOTED_LENGTH, type OrderInput } from '@despacho/contracts/dispatch';
import { type RowFault, type SheetRow } from '#platform/files/sheet.ts';
import { referenceKeyOf, repeatedReference } from '#orders/order/client-reference.ts';
import { type NumberedInput } from './find-doubtful.ts';
import { normal } from './line-reader.ts';
import { mergeRows } from './merge-rows.ts';
import { type LineContext, type LineExtra, readLine } from './read-line.ts';

/** An order of a file, from one row or several. */
interface LineText {
  /** First row, as spreadsheets count. */
  line: number;
  /** Numbers of all its rows. */
  rows: readonly number[];
  /** As formatted by `broken-text.ts`. */
  text: string;
}

/** A line with its result. */
export type JudgedLine =
  | (LineText & {
      ok: true;
      input: OrderInput;
      /** The text by which the client was looked up; empty if it was not. */
      sender: string;
      notes: string[];
      extra: LineExtra;
    })
  | (LineText & {
      ok: false;
      /** As in the file, so that the person recognises the line. */
      recipient: string;
      address: string;
      errors: LineError[];
    });

/** Code of the existing order by `referenceKeyOf`; null if it belongs to another office. */
export type Taken = ReadonlyMap<string, string | null>;

const referenceOf = ({ client, clientReference }: OrderInput): string | undefined =>
  clientReference === null ? undefined : referenceKeyOf(client, clientReference);

const quoted = (cell: string): string => normal(cell).slice(0, MAX_QUOTED_LENGTH).toWellFormed();

/** Errors of a whole row: none of its cells can be trusted. */
const ROW_FAULTS: Record<RowFault, { reason: string; remedy: string }> = {
  'unclosed-quote': {
    reason: 'Una comilla (") se abre y no se cierra',
    remedy: 'Quite esa comilla en el archivo, o ciérrela, y vuelva a seleccionarlo',
  },
  shifted: {
    reason: 'Una coma parece haber partido una celda',
    remedy:
      'Si es una sola, escríbala entre comillas, o el monto sin coma; si son dos, escriba la primera con decimales (1.00) o sin el espacio que la sigue',
  },
  headings: {
    reason: 'Los títulos de su tabla nombran dos veces la misma columna',
    remedy: 'Corrija los títulos que están encima de esta fila y vuelva a seleccionar el archivo',
  },
  'extra-cells': {
    reason: 'Hay más celdas que títulos',
    remedy:
      'Vea si un texto o un monto con comas (1,234.50) quedó partido; corríjalo en el archivo y vuelva a seleccionarlo',
  },
};

/** @returns the cells that show what is wrong with a row: those beyond the headings, or all. */
function faultyText({ fault, together, cells }: SheetRow, width: number): string {
  if (together !== undefined) return `¿${normal(together)}?`;
  const shown = fault === 'extra-cells' && cells.length > width ? cells.slice(width) : cells;
  return shown.map(normal).filter(Boolean).join(' · ');
}

const broken = (text: LineText, cells: readonly string[], { header }: LineContext, errors: LineError[]): JudgedLine => {
  const written = (key: 'recipient' | 'address'): string => quoted(cells[header.places.get(key) ?? -1] ?? '');
  return { ...text, ok: false, recipient: written('recipient'), address: written('address'), errors };
};

/** @returns the order of a line, or its errors. */
export function judgeLine(text: LineText, cells: readonly string[], context: LineContext): JudgedLine {
  const read = readLine(cells, context, text.rows.length);
  return read.ok ? { ...text, ...read } : broken(text, cells, context, read.errors);
}

/**
 * Parses the orders of some rows independently of each other. A row with a fault is a separate error.
 * @param textOf formats the rows of a line.
 * @param width number of headings.
 * @returns the lines in the order of their first rows.
 */
export function readLines(
  rows: readonly SheetRow[],
  context: LineContext,
  { textOf, width }: { textOf: (rows: readonly (readonly string[])[]) => string; width: number },
): JudgedLine[] {
  const sound = rows.filter(({ fault }) => fault === undefined);
  const lines = mergeRows(sound, context.header).map(({ line, rows: numbers, cells, sources }) =>
    judgeLine({ line, rows: numbers, text: textOf(sources) }, cells, context),
  );
  const faulty = rows.flatMap((row): JudgedLine[] => {
    const { line, cells, fault } = row;
    if (fault === undefined) return [];
    const value = quoted(faultyText(row, width));
    const text = { line, rows: [line], text: textOf([cells]) };
    return [broken(text, cells, context, [{ column: null, value, ...ROW_FAULTS[fault], suggestion: null }])];
  });
  return faulty.length === 0 ? lines : [...lines, ...faulty].toSorted((one, other) => one.line - other.line);
}

/** @returns the texts by which clients were looked up in valid lines. */
export const lookupsOf = (lines: readonly JudgedLine[]) =>
  lines.flatMap((each) => (each.ok ? [{ text: each.sender, clientId: each.input.client.id }] : []));

/** @returns whether an order with this client and reference exists. */
export function isTaken(input: OrderInput, taken: Taken): boolean {
  const key = referenceOf(input);
  return key !== undefined && taken.has(key);
}

/** @returns the valid lines. */
export const inputsOf = (lines: readonly JudgedLine[]): NumberedInput[] =>
  lines.flatMap((each) => (each.ok ? [{ line: each.line, input: each.input, extra: each.extra }] : []));

/** @returns a valid line as an error: its reference is a repeated one. */
function repeated(each: JudgedLine & { ok: true }, value: string, reason: string, remedy: string): JudgedLine {
  const { line, rows, text, input } = each;
  const error: LineError = { column: 'clientReference', value, reason, remedy, suggestion: null };
  return {
    line,
    rows,
    text,
    ok: false,
    recipient: quoted(input.recipient.name),
    address: quoted(input.place.address),
    errors: [error],
  };
}

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
      return repeated(each, value, repeatedReference(code), 'Quite la línea o cambie la referencia');
    const first = firstWith.get(key);
    if (first !== undefined)
      return repeated(
        each,
        value,
        `La línea ${first} tiene el mismo cliente y referencia`,
        'Quite la línea o cambie la referencia',
      );
    firstWith.set(key, each.line);
    return each;
  });
}
