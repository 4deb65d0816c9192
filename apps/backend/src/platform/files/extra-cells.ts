import { isFilled, type SheetRow } from './sheet.ts';

/** @returns whether two adjacent cells look like one number that was split: `1` and `234.50`. */
function isSplitNumber(cells: readonly string[]): boolean {
  return cells.some((cell, index) => /\d{1,3}$/.test(cell) && /^\d{2,3}(?:\.\d+)?$/.test(cells[index + 1] ?? ''));
}

/**
 * Marks rows with more cells than headings: one of their cells contained the separator, so later cells are under the
 * wrong heading. Empty extra cells are allowed if most rows have them, because some programs write them.
 * @param rows below the headings.
 * @param width number of headings, up to the last one that is not blank.
 */
export function markExtraCells(rows: readonly SheetRow[], width: number): SheetRow[] {
  const lengths = new Map<number, number>();
  let filled = 0;
  for (const { cells } of rows) {
    if (!cells.some(isFilled)) continue;
    filled++;
    lengths.set(cells.length, (lengths.get(cells.length) ?? 0) + 1);
  }
  const isUsual = (length: number): boolean => {
    const same = lengths.get(length) ?? 0;
    return same > 1 && same > filled / 2;
  };
  return rows.map((row) => {
    const { cells, fault } = row;
    if (fault !== undefined || cells.length <= width) return row;
    const fits = isUsual(cells.length) && !isSplitNumber(cells) && !cells.slice(width).some(isFilled);
    return fits || !cells.some(isFilled) ? row : { ...row, fault: 'extra-cells' };
  });
}
