/* day: dates as text, without an instant. */
import { type DateParts, localIn, partsOf } from './zoned-parts.ts';

/** @returns the date in a time zone at an instant: «2026-11-20». */
export const dayIn = (timeZone: string, instant: number): string => localIn(timeZone, instant).date;

export { addDays as dayAfter } from '@despacho/contracts/zoned-time';

/** @returns a function that writes a date, `YYYY-MM-DD`, in Peruvian format. */
export function dayFormat(options: Intl.DateTimeFormatOptions): (day: string) => string {
  const format = new Intl.DateTimeFormat('es-PE', { ...options, timeZone: 'UTC' });
  return (day) => format.format(new Date(`${day}T00:00:00Z`));
}

/** @returns a function that returns the words of a date, `YYYY-MM-DD`, in Spanish and without the dots of abbreviations. */
export function dayWords(options: Intl.DateTimeFormatOptions): (day: string) => DateParts {
  const format = new Intl.DateTimeFormat('es-PE', { ...options, timeZone: 'UTC' });
  return (day) => {
    const words = Object.entries(partsOf(format, new Date(`${day}T00:00:00Z`)));
    return Object.fromEntries(words.map(([type, word]) => [type, word.replaceAll('.', '')]));
  };
}

const wordsOf = dayWords({ day: 'numeric', month: 'short', year: 'numeric' });

/** @returns a date as people write it: «20 nov 2026», without the year if it is that of `today`. */
export function formatDay(day: string, today = ''): string {
  const { day: date, month, year } = wordsOf(day);
  return day.slice(0, 4) === today.slice(0, 4) ? `${date} ${month}` : `${date} ${month} ${year}`;
}

/** @returns a date with its day of the week: «martes, 24 de noviembre». */
export const formatWeekday = dayFormat({ weekday: 'long', day: 'numeric', month: 'long' });

/** @returns a move from one date to another: «del 22 al 24 nov», «del 30 nov al 2 dic». */
export function formatDayMove(from: string, to: string, today = ''): string {
  const isSameMonth = from.slice(0, 7) === to.slice(0, 7);
  return `del ${isSameMonth ? Number(from.slice(8)) : formatDay(from, today)} al ${formatDay(to, today)}`;
}
