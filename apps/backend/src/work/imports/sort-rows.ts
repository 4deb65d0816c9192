import { visibleText } from '@despacho/contracts';
import { type RowsAside } from '@despacho/contracts/dispatch';
import { type SheetRow } from '#platform/files/sheet.ts';
import { type Header } from './read-header.ts';
import { isTotalRow } from './total-row.ts';

/** The rows of a sheet by kind. */
export interface SortedRows {
  /** Rows to read as lines. */
  lines: SheetRow[];
  /** Hidden rows with content below the headings, whether or not they are among the lines. */
  hidden: SheetRow[];
  /** Rows with crossed-out cells below the headings, likewise. */
  crossed: SheetRow[];
  /** Numbers of the rows with totals. */
  totals: number[];
  /** How many rows are not lines. */
  aside: RowsAside;
}

/** @returns whether a row is left out because of its formatting in the sheet. */
export const isAside = (row: SheetRow, include: { hidden: boolean; crossed: boolean }): boolean =>
  (row.hidden === true && !include.hidden) || (row.crossed === true && !include.crossed);

const isBlank = ({ cells, fault }: SheetRow): boolean =>
  fault === undefined && cells.every((cell) => visibleText(cell).trim() === '');

/**
 * Classifies each row of a sheet. Rows with a fault below the headings are lines, so that they become errors.
 * @param top number of rows down to the headings.
 * @param include whether hidden rows, and those with crossed-out cells, are read like any other.
 */
export function sortRows(
  rows: readonly SheetRow[],
  { top, header }: { top: number; header: Header },
  include: { hidden: boolean; crossed: boolean },
): SortedRows {
  const sorted: SortedRows = {
    lines: [],
    hidden: [],
    crossed: [],
    totals: [],
    aside: { read: rows.length, hidden: 0, totals: 0, titles: 0, blank: 0 },
  };
  const { aside } = sorted;
  rows.forEach((row, index) => {
    if (isBlank(row)) aside.blank++;
    else if (index < top || row.isHeadings) aside.titles++;
    else {
      if (row.hidden) sorted.hidden.push(row);
      if (row.crossed) sorted.crossed.push(row);
      if (isAside(row, include)) aside.hidden++;
      else if (row.fault === undefined && isTotalRow(row.cells, header)) {
        aside.totals++;
        sorted.totals.push(row.line);
      } else sorted.lines.push(row);
    }
  });
  return sorted;
}
