/* day: dates as text, without an instant; the login page does not download the contracts. */
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

/** @returns a function that writes a date, `YYYY-MM-DD`, in Peruvian format. */
export function dayFormat(options: Intl.DateTimeFormatOptions): (day: string) => string {
  const format = new Intl.DateTimeFormat('es-PE', { ...options, timeZone: 'UTC' });
  return (day) => format.format(new Date(`${day}T00:00:00Z`));
}

const dayAndMonth = dayFormat({ day: 'numeric', month: 'short' });
const fullDay = dayFormat({ day: 'numeric', month: 'short', year: 'numeric' });

/** @returns a date as people write it: «20 nov 2026», without the year if it is that of `today`. */
export function formatDay(day: string, today = ''): string {
  const format = day.slice(0, 4) === today.slice(0, 4) ? dayAndMonth : fullDay;
  return format(day).replaceAll('.', '').replace(' de ', ' ');
}

/** @returns a date with its day of the week: «martes, 24 de noviembre». */
export const formatWeekday = dayFormat({ weekday: 'long', day: 'numeric', month: 'long' });

/** @returns a move from one date to another: «del 22 al 24 nov», «del 30 nov al 2 dic». */
export function formatDayMove(from: string, to: string, today = ''): string {
  const isSameMonth = from.slice(0, 7) === to.slice(0, 7);
  return `del ${isSameMonth ? Number(from.slice(8)) : formatDay(from, today)} al ${formatDay(to, today)}`;
}
