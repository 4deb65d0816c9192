import { formatNumber } from '../../../shared/format/format-number.ts';

/** @returns the number of lines: «1 línea», «14 líneas». */
export const lineCount = (count: number): string => (count === 1 ? '1 línea' : `${formatNumber(count)} líneas`);

/**
 * @param lines in ascending order.
 * @returns the lines, with consecutive ones as ranges: «2–15, 17 y 20».
 */
export function linesText(lines: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    if (run?.[1] === line - 1) run[1] = line;
    else runs.push([line, line]);
  }
  const texts = runs.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`));
  const last = texts.pop() ?? '';
  return texts.length === 0 ? last : `${texts.join(', ')} y ${last}`;
}
