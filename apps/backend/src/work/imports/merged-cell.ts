/**
 * First character of a merged cell whose rows differ. A Unicode noncharacter: no program writes it, and if one does,
 * its cell becomes an error instead of a wrong value.
 */
const MARK = '\ufdd1';

const MAX_LISTED = 4;
const MAX_VALUE = 60;

const listed = (lines: readonly number[]): string => {
  const shown =
    lines.length > MAX_LISTED ? [...lines.slice(0, MAX_LISTED - 1), `${lines.length - MAX_LISTED + 1} más`] : lines;
  return `${shown.slice(0, -1).join(', ')} y ${shown.at(-1) ?? ''}`;
};

/**
 * @param lines numbers of the rows that differ.
 * @param values their first two values.
 * @returns the merged cell, which is an error.
 */
export const differingCell = (lines: readonly number[], values: readonly string[]): string =>
  MARK + listed(lines) + MARK + values.map((value) => value.slice(0, MAX_VALUE)).join(' ≠ ');

/** @returns the rows that differ in a merged cell, such as «2 y 3», and their values; undefined for any other cell. */
export function differingRows(cell: string): { lines: string; shown: string } | undefined {
  if (!cell.startsWith(MARK)) return undefined;
  const [, lines = '', shown = ''] = cell.split(MARK);
  return { lines, shown };
}
