import { type ShiftNote } from '@despacho/contracts/dispatch';
import { dayAfter, dayIn, formatDay } from '#shared/format/format-day.ts';
import { localIn, timeIn } from '#shared/format/zoned-parts.ts';

/** Where and when a line is read. */
export interface Reader {
  timeZone: string;
  /** Epoch milliseconds of the server's clock. */
  now: number;
}

/** @returns a working day: «de hoy», «de ayer», «del 20 nov». */
export function dayName(day: string, { timeZone, now }: Reader): string {
  const today = dayIn(timeZone, now);
  if (day === today) return 'de hoy';
  return day === dayAfter(today, -1) ? 'de ayer' : `del ${formatDay(day, today)}`;
}

/** @returns the day of an instant in words, '' for today, and its time: «ayer» and «12:24». */
function dayAndTime(iso: string, { timeZone, now }: Reader): { day: string; time: string } {
  const today = dayIn(timeZone, now);
  const { date } = localIn(timeZone, Date.parse(iso));
  const words = new Map([
    [today, ''],
    [dayAfter(today, 1), 'mañana'],
    [dayAfter(today, -1), 'ayer'],
  ]);
  return { day: words.get(date) ?? formatDay(date, today), time: timeIn(timeZone, Date.parse(iso)) };
}

/** @returns a time of the office: «12:24», «ayer 12:24», «20 nov 12:24». */
export function shortWhen(iso: string, reader: Reader): string {
  const { day, time } = dayAndTime(iso, reader);
  return day === '' ? time : `${day} ${time}`;
}

/** @returns the same without the time if that is not of today: «ayer», «20 nov». */
export function shortSince(iso: string, reader: Reader): string {
  const { day, time } = dayAndTime(iso, reader);
  return day === '' ? time : day;
}

/** @returns until when an order was promised: «antes de 14:00», or «durante el día» without a window. */
export function promiseText(due: string, reader: Reader): string {
  const isEndOfDay = timeIn(reader.timeZone, Date.parse(due)) === '00:00';
  return isEndOfDay ? 'durante el día' : `antes de ${shortWhen(due, reader)}`;
}

/** @returns who has read a note: «Leído por Luis Quispe, 14:02». */
export function readsText(reads: ShiftNote['reads'], reader: Reader): string {
  const people = reads.map(({ by, at }) => `${by.user}, ${shortWhen(at, reader)}`);
  return people.length === 0 ? 'Sin leer' : `Leído por ${people.join('; ')}`;
}
