/* day: weeks and months of dates, without an instant. */
import { codesOf } from '../platform/words.ts';
import { addDays } from '../platform/zoned-time.ts';

/** The lengths of a report, with the text shown. */
export const REPORT_PERIODS = { dia: 'Día', semana: 'Semana', mes: 'Mes' } as const;

export type ReportPeriod = keyof typeof REPORT_PERIODS;

export const REPORT_PERIOD_CODES = codesOf(REPORT_PERIODS);

/** Days of the office's calendar, inclusive. */
export interface DaySpan {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;

/** @returns how many days later `to` is than `from`. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** @returns the days of a span, oldest first. */
export const daysOf = ({ from, to }: DaySpan): string[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => addDays(from, index));

/** Weeks begin on Monday. */
const sinceMonday = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** @returns the first day of the month that is `months` later than the one of `day`. */
const monthBegin = (day: string, months = 0): string => {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
};

/** @returns the whole day, week or month that contains a day. */
export function wholeSpan(period: ReportPeriod, day: string): DaySpan {
  if (period === 'dia') return { from: day, to: day };
  if (period === 'mes') return { from: monthBegin(day), to: addDays(monthBegin(day, 1), -1) };
  const from = addDays(day, -sinceMonday(day));
  return { from, to: addDays(from, 6) };
}

/** @returns a day in the period that is `steps` later; earlier, if negative. */
export const stepPeriod = (period: ReportPeriod, day: string, steps: number): string =>
  period === 'mes' ? monthBegin(day, steps) : addDays(day, steps * (period === 'dia' ? 1 : 7));

/**
 * @param day any day of the period; later ones than `today` mean today.
 * @returns the days that a report of the period counts, up to today, and as many days of the period before it.
 */
export function reportSpans(period: ReportPeriod, day: string, today: string): { now: DaySpan; before: DaySpan } {
  const asked = day > today ? today : day;
  const whole = wholeSpan(period, asked);
  const earlier = wholeSpan(period, stepPeriod(period, whole.from, -1));
  if (whole.to <= today) return { now: whole, before: earlier };
  const upTo = addDays(earlier.from, daysBetween(whole.from, today));
  return {
    now: { from: whole.from, to: today },
    before: { from: earlier.from, to: upTo < earlier.to ? upTo : earlier.to },
  };
}
