import { formatNumber } from '#shared/format/format-number.ts';

/** @returns the number of lines: «1 línea», «14 líneas». */
export const lineCount = (count: number): string => (count === 1 ? '1 línea' : `${formatNumber(count)} líneas`);

/**
 * @param lines in ascending order.
 * @param most maximum number of ranges listed; the lines of further ones are counted.
 * @returns the lines, with consecutive ones as ranges: «2–15, 17 y 20», «2, 4, 6 y 12 más».
 */
export function linesText(lines: readonly number[], most = Number.POSITIVE_INFINITY): string {
  const runs: [first: number, last: number][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    if (run?.[1] === line - 1) run[1] = line;
    else runs.push([line, line]);
  }
  const named = runs.slice(0, most);
  const others = runs.slice(most).reduce((sum, [first, last]) => sum + last - first + 1, 0);
  const texts = named.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`));
  const last = others > 0 ? `${formatNumber(others)} más` : (texts.pop() ?? '');
  return texts.length === 0 ? last : `${texts.join(', ')} y ${last}`;
}
