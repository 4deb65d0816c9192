import { type ColumnChoice, type ImportLayout, MAX_TITLE_ROWS } from '@despacho/contracts/dispatch';
import { createHash } from 'node:crypto';
import { type KnownLayout } from '../database/schema.ts';
import { type Header, headerOf, normalHeading, readHeader } from './read-header.ts';

/** A table of a file: its headings, what they mean, and the rows below. */
export interface Table {
  /** Line of the headings, as spreadsheets count. */
  line: number;
  headings: string[];
  header: Header;
  signature: string;
  client: string | null;
  remembered: boolean;
  rows: string[][];
}

/** Values shown of each column, from the first rows. */
const SAMPLES = 3;
const SAMPLED_ROWS = 50;
const MAX_SHOWN_LENGTH = 60;

const isFilled = (cell: string): boolean => cell.trim() !== '';

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

function signatureOf(headings: readonly string[]): string {
  const last = headings.findLastIndex(isFilled);
  return createHash('sha256')
    .update(JSON.stringify(headings.slice(0, last + 1).map(normalHeading)))
    .digest('hex');
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

/** @returns the row with the most known headings, the first one of several; without any, the first wide row. */
function headingRow(cells: readonly string[][]): number {
  const known = cells.map((_, index) => readHeader(headingsAt(cells, index)).places.size);
  const most = Math.max(...known);
  return most >= 2 ? known.indexOf(most) : widestRow(cells);
}

/**
 * Finds the headings of a file, below its titles.
 * @param cells with at least one cell that is not blank.
 * @param known layouts the office has used, by signature.
 * @param chosen columns chosen by the person, instead of those.
 */
export function findTable(
  cells: readonly string[][],
  known: readonly KnownLayout[],
  chosen: (ColumnChoice & { client: string | null }) | undefined,
): Table {
  const top = cells.slice(0, MAX_TITLE_ROWS + 1);
  const layouts = new Map(known.map((each) => [each.signature, each]));
  const signatures = top.map((_, index) => signatureOf(headingsAt(top, index)));
  const familiar = signatures.findIndex((signature) => layouts.has(signature));
  const index = chosen ? Math.min(chosen.line, top.length) - 1 : familiar >= 0 ? familiar : headingRow(top);
  const headings = headingsAt(top, index);
  const signature = signatures[index] ?? '';
  const layout = chosen ?? layouts.get(signature);
  return {
    line: index + 1,
    headings,
    header: layout ? headerOf(headings, layout.columns) : readHeader(headings),
    signature,
    client: layout?.client ?? null,
    remembered: layouts.has(signature),
    rows: cells.slice(index + 1),
  };
}

const shown = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_SHOWN_LENGTH)
    .toWellFormed();

/** @returns the columns to show to a person. Columns without heading and values are omitted. */
export function layoutOf({ line, headings, header, client, remembered, rows }: Table): ImportLayout {
  const keys = new Map([...header.places].map(([key, place]) => [place, key]));
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
    client,
    remembered,
  };
}
