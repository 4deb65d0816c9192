/* day: whether a typed date exists. */
import { dayAfter } from '../../format/format-day.ts';

/** @returns a date as the field shows it: «24/11/2026». Anything else, as typed. */
export const dateText = (day: string): string => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1');

const WRITTEN = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d\d))?$/;

const isDay = (day: string): boolean => {
  const instant = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(day);
};

/** Days in half a year: without a year, it means the nearest such date. */
const HALF_YEAR = 183;

/**
 * @param text a date as people write it: «24/11/2026», «24-11-26», «24/11», or as programs do: «2026-11-24».
 * @param today `YYYY-MM-DD`, to complete a date without a year.
 * @returns the date as `YYYY-MM-DD`, or undefined if it is not a date.
 */
export function readDate(text: string, today: string): string | undefined {
  const typed = text.trim();
  if (/^\d{4}-\d\d-\d\d$/.test(typed)) return isDay(typed) ? typed : undefined;
  const [, day = '', month = '', year] = WRITTEN.exec(typed) ?? [];
  const inYear = (full: number): string => `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const thisYear = Number(today.slice(0, 4));
  if (year !== undefined) {
    const read = inYear(year.length === 2 ? 2000 + Number(year) : Number(year));
    return isDay(read) ? read : undefined;
  }
  return [thisYear, thisYear + 1, thisYear - 1]
    .map(inYear)
    .filter(isDay)
    .find((read) => read >= dayAfter(today, -HALF_YEAR) && read <= dayAfter(today, HALF_YEAR));
}

/** @returns whether the text is a date with a full year, which more typing would not change. */
export const isWhole = (text: string): boolean => /^\d{4}-\d\d-\d\d$|\D\d{4}$/.test(text.trim());
