import {
  type ColumnChoice,
  type ImportColumnKey,
  type ImportLayout,
  MAX_TITLE_ROWS,
  type TableLayout,
} from '@despacho/contracts/dispatch';
import { isPair } from '@despacho/contracts/written-place';
import { hash } from 'node:crypto';
import { type KnownLayout } from '#platform/database/schema.ts';
import { nameKey } from '@despacho/contracts';
import { formerFold, formerHeading } from '#platform/former-forms.ts';
import { isFilled, withoutFaultMarks } from '#platform/files/sheet.ts';
import { isMonthFirst, readDay } from './read-moment.ts';
import { normal } from './line-reader.ts';
import { type Header, headerOf, ignoredName, normalHeading, readHeader } from './read-header.ts';
import { readPoint } from './read-point.ts';

/** A table of a file: its headings, what they mean, and the rows below. */
export interface Table {
  /** Line of the headings, as spreadsheets count. */
  line: number;
  headings: string[];
  header: Header;
  signature: string;
  /** Signature of these headings for the client of all lines; null for several clients. */
  ofClient: string | null;
  client: string | null;
  /** Date of lines without one. */
  date: string | null;
  /** A date to propose. */
  foundDate: string | null;
  remembered: boolean;
  rows: string[][];
  /** The first rows of the file, without its last one: they may be headings. */
  top: string[][];
}

/** A person's choices about the columns of a file. */
export interface Wish extends Partial<ColumnChoice<ImportColumnKey>> {
  /** Client of lines without one. */
  client: string | null;
  /** Date of lines without one. */
  date?: string | undefined;
}

/** Values shown of each column, from the first rows. */
const SAMPLES = 3;
const SAMPLED_ROWS = 50;
const MAX_SHOWN_LENGTH = 60;

/** The headings in a row. A cell merged with the one above has its text only there. */
function headingsAt(cells: readonly string[][], index: number): string[] {
  const above = cells[index - 1] ?? [];
  const row = cells[index] ?? [];
  return Array.from({ length: Math.max(row.length, above.length) }, (_, place) => {
    const own = row[place] ?? '';
    const upper = above[place] ?? '';
    return !isFilled(own) && readHeader([upper]).places.size > 0 ? upper : own;
  });
}

interface Signatures {
  signature: string;
  /** As computed by versions before normal forms, see `former-forms.ts`. */
  former: string;
}

/** @param client whose files these are; null for the last ones of any client. */
function signaturesOf(headings: readonly string[], client: string | null = null): Signatures {
  const used = headings.slice(0, headings.findLastIndex(isFilled) + 1);
  const hashed = (heading: (text: string) => string, name: (text: string) => string): string => {
    const names = used.map(heading);
    return hash('sha256', JSON.stringify(client === null ? names : { names, client: name(client) }));
  };
  return { signature: hashed(normalHeading, nameKey), former: hashed(formerHeading, formerFold) };
}

/** @returns the client of all rows that are not blank, or null. */
function onlyClient(
  rows: readonly string[][],
  { places }: Header,
  client: string | null,
  nameOf: (text: string) => string,
): string | null {
  const place = places.get('client') ?? -1;
  const names = new Set<string>();
  for (const row of rows) {
    if (!row.some(isFilled)) continue;
    const text = row[place] ?? '';
    names.add(nameOf(isFilled(text) ? text.trim() : (client ?? '')));
  }
  const [name = ''] = names;
  return names.size === 1 && name !== '' ? name : null;
}

/** @returns whether any row has a day, in the date column or in those of the time window. */
export function hasDays(rows: readonly string[][], { places }: Pick<Header, 'places'>): boolean {
  const cellOf = (row: readonly string[], key: ImportColumnKey): string => row[places.get(key) ?? -1]?.trim() ?? '';
  return rows.some(
    (row) =>
      isFilled(cellOf(row, 'date')) ||
      (['windowFrom', 'windowTo'] as const).some(
        (key) => /\d{3}|\p{L}{3}/u.test(cellOf(row, key)) && 'value' in readDay(cellOf(row, key)),
      ),
  );
}

/** @returns whether any date has its month first, which makes the others ambiguous. */
export const haveMonthFirst = (rows: readonly string[][], { places }: Pick<Header, 'places'>): boolean =>
  rows.some((row) =>
    (['date', 'windowFrom', 'windowTo'] as const).some((key) => isMonthFirst(row[places.get(key) ?? -1] ?? '')),
  );

/** Headings of columns that may hold coordinates, or a description of the place. */
const PLACES = /^(?:ubicacion|location|mapa?|link|enlace|pin|url|punto|geo|direccion maps)(?: |$)/;

/** @returns a header in which a column for the place is the coordinates, if its first cells are coordinates. */
function withPoints(header: Header, headings: readonly string[], rows: readonly string[][]): Header {
  if (['lat', 'lng', 'coordinates'].some((key) => header.places.has(key as ImportColumnKey))) return header;
  const used = new Set(header.places.values());
  const at = headings.findIndex((heading, place) => {
    if (used.has(place) || !PLACES.test(normalHeading(heading))) return false;
    const cells = rows.slice(0, SAMPLED_ROWS).flatMap((row) => normal(row[place] ?? '') || []);
    return cells.length > 0 && cells.every((cell) => isPair(cell) && 'value' in readPoint(cell));
  });
  if (at < 0) return header;
  const ignored = header.ignored.filter((each) => each !== ignoredName(headings[at] ?? ''));
  return { ...header, ignored, places: new Map(header.places).set('coordinates', at) };
}

/** A title has one or two cells, a row of headings more than half as many as the widest row. */
function widestRow(cells: readonly string[][]): number {
  const widths = cells.map((row) => row.filter(isFilled).length);
  const most = Math.max(...widths);
  return Math.max(
    widths.findIndex((width) => width > most / 2),
    0,
  );
}

/**
 * @param known how many known headings each of the first rows of a file has.
 * @returns the first row with nearly the most of them, because a later table may have more; the row below it if that has
 * more, as under merged cells. Undefined if no row has two.
 */
export function firstHeadings(known: readonly number[]): number | undefined {
  const most = Math.max(...known);
  if (most < 2) return undefined;
  let at = known.findIndex((count) => count === most || (count > 2 && count > most * 0.6));
  while ((known[at + 1] ?? 0) > (known[at] ?? 0)) at++;
  return at;
}

/** @returns the row of the headings; without any known ones, the first wide row. */
const headingRow = (cells: readonly string[][]): number =>
  firstHeadings(cells.map((_, index) => readHeader(headingsAt(cells, index)).places.size)) ?? widestRow(cells);

/**
 * Finds the headings of a file, below its titles. Columns are those the person chose, otherwise those last used for
 * these headings: by the client of all lines, or by any.
 * @param cells with at least one cell that is not blank.
 * @param known layouts the office has used, by signature.
 * @param nameOf the name of a client by the text of a cell.
 */
export function findTable(
  cells: readonly string[][],
  known: readonly KnownLayout[],
  wish?: Wish,
  nameOf = (text: string): string => text,
): Table {
  const top = cells.slice(0, MAX_TITLE_ROWS + 1);
  const layouts = new Map(known.map((each) => [each.signature, each]));
  const layoutBy = ({ signature, former }: Signatures): KnownLayout | undefined =>
    layouts.get(signature) ?? layouts.get(former);
  const familiar = top.findIndex((_, index) => layoutBy(signaturesOf(headingsAt(top, index))));
  const index = wish?.line ? Math.min(wish.line, top.length) - 1 : familiar >= 0 ? familiar : headingRow(top);
  const headings = headingsAt(top, index);
  const signatures = signaturesOf(headings);
  const rows = cells.slice(index + 1);
  const chosen = wish?.columns?.length ? wish.columns : undefined;
  const readBy = (layout: KnownLayout | undefined) => {
    const columns = chosen ?? layout?.columns;
    const header = columns ? headerOf(headings, columns) : withPoints(readHeader(headings), headings, rows);
    const client = chosen ? (wish?.client ?? null) : (wish?.client ?? layout?.client ?? null);
    const only = onlyClient(rows, header, client, nameOf);
    return { header, client, ofClient: only === null ? null : signaturesOf(headings, only) };
  };
  const usual = readBy(layoutBy(signatures));
  const own = usual.ofClient === null ? undefined : layoutBy(usual.ofClient);
  const { ofClient, ...read } = own ? readBy(own) : usual;
  return {
    line: index + 1,
    headings,
    ...read,
    signature: signatures.signature,
    ofClient: ofClient?.signature ?? null,
    date: wish?.date ?? null,
    foundDate: null,
    remembered: layoutBy(signatures) !== undefined,
    rows,
    top: top.slice(0, cells.length - 1),
  };
}

const shown = (text: string): string =>
  withoutFaultMarks(text)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_SHOWN_LENGTH)
    .toWellFormed();

/** The parts of a file shown to choose its columns. */
interface Shown<Key> {
  line: number;
  headings: readonly string[];
  places: ReadonlyMap<Key, number>;
  /** Below the headings. */
  rows: readonly (readonly string[])[];
  /** The first rows of the file, without its last one. */
  top: readonly (readonly string[])[];
}

/** @returns the columns to show to a person. Columns without heading and values are omitted. */
export function tableLayoutOf<Key extends string>({ line, headings, places, rows, top }: Shown<Key>): TableLayout<Key> {
  const keys = new Map([...places].map(([key, place]) => [place, key]));
  const sampled = rows.slice(0, SAMPLED_ROWS);
  const width = Math.max(headings.length, ...sampled.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, place) => {
    const values = sampled.map((row) => shown(row[place] ?? '')).filter(isFilled);
    return {
      place,
      heading: shown(headings[place] ?? ''),
      samples: [...new Set(values)].slice(0, SAMPLES),
      key: keys.get(place) ?? null,
    };
  });
  return {
    line,
    columns: columns.filter(({ heading, samples }) => heading !== '' || samples.length > 0),
    rows: top.flatMap((row, above) =>
      row.some(isFilled) ? [{ line: above + 1, text: shown(row.filter(isFilled).join(' · ')) }] : [],
    ),
  };
}

/** @returns the layout of a file of orders. */
export const layoutOf = ({ header, client, date, foundDate, remembered, ...table }: Table): ImportLayout => ({
  ...tableLayoutOf({ ...table, places: header.places }),
  client,
  date,
  foundDate,
  remembered,
});
