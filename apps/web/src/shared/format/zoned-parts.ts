import { type LocalMoment } from '@despacho/contracts/dispatch';
import { zonedFormat } from './zoned-format.ts';

/** The parts of a formatted date by name. */
export type DateParts = Readonly<Partial<Record<Intl.DateTimeFormatPartTypes, string>>>;

/** @param at an instant. @returns its parts, which are the same in whatever order the browser writes them. */
export const partsOf = (format: Intl.DateTimeFormat, at: number | Date): DateParts =>
  Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));

const formatIn = zonedFormat('es-PE', {
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

const twoDigits = (part = ''): string => part.padStart(2, '0');

/**
 * The only source of local dates and times as data. Order, signs and digits of formatted text depend on the browser.
 * @param instant in milliseconds.
 * @returns date and time in a time zone, as text that sorts by time: `2026-11-20` and `15:30:00`.
 */
export function localIn(timeZone: string, instant: number): LocalMoment {
  const { year, month, day, hour, minute, second } = partsOf(formatIn(timeZone), instant);
  // Some browsers write midnight as 24 whatever the options are.
  const time = [hour === '24' ? '' : hour, minute, second].map(twoDigits).join(':');
  return { date: [year, month, day].map(twoDigits).join('-'), time };
}

/** @param instant in milliseconds. @returns the time of day in a time zone: `14:05`. */
export const timeIn = (timeZone: string, instant: number): string => localIn(timeZone, instant).time.slice(0, 5);
