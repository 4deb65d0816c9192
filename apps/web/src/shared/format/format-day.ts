import { zonedFormat } from './zoned-format.ts';

const dayOf = zonedFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' });

/** @returns the date in a time zone at an instant: «2026-11-20». */
export const dayIn = (timeZone: string, instant: number): string => dayOf(timeZone).format(instant);

/** @returns the date `days` later. */
export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

const DAY = new Intl.DateTimeFormat('es-PE', { timeZone: 'UTC', day: 'numeric', month: 'short' });
const DAY_OF_YEAR = new Intl.DateTimeFormat('es-PE', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** @returns a date as people write it: «20 nov 2026», without the year if it is that of `today`. */
export function formatDay(day: string, today = ''): string {
  const format = day.slice(0, 4) === today.slice(0, 4) ? DAY : DAY_OF_YEAR;
  return format
    .format(new Date(`${day}T00:00:00Z`))
    .replaceAll('.', '')
    .replace(' de ', ' ');
}
