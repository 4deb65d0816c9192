import { type DaySpan, type ReportPeriod } from '@despacho/contracts/dispatch';
import { dayWords, formatDay, formatDayMove, formatWeekday } from '#shared/format/format-day.ts';

const wordsOf = dayWords({ month: 'long', year: 'numeric' });

/** @returns a month as people write it: «noviembre 2026». */
export function monthText(day: string): string {
  const { month, year } = wordsOf(day);
  return `${month} ${year}`;
}

/** @returns a period in words: «jueves, 26 de noviembre», «del 16 al 22 nov», «noviembre 2026». */
export function periodText(period: ReportPeriod, { from, to }: DaySpan, today: string): string {
  if (period === 'mes') return monthText(from);
  return period === 'dia' ? formatWeekday(from) : formatDayMove(from, to, today);
}

/** @returns the period of the comparison: «octubre 2026», «del 1 al 26 oct», «25 nov». */
export function spanText(period: ReportPeriod, { from, to }: DaySpan, isWhole: boolean, today: string): string {
  if (from === to) return formatDay(from, today);
  return period === 'mes' && isWhole ? monthText(from) : formatDayMove(from, to, today);
}
