import { type Arrival } from '@despacho/contracts/dispatch';
import { dayIn } from '#shared/format/format-day.ts';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { formatTime } from '#shared/format/format-time.ts';

const MINUTE = 60_000;
/** A position is at most so old while somebody is there: phones send one each half minute. */
const RECENT_MS = 10 * MINUTE;

/** @returns a duration of at least a minute: «6 min», «1 h 6 min». */
export function durationText(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / MINUTE));
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** @returns when a courier came and how long the stay was: «Llegó 14:02, estuvo 6 min»; with the date on another day. */
export function arrivalText({ at, until, left }: Arrival, timeZone: string, now: number): string {
  const isToday = dayIn(timeZone, Date.parse(at)) === dayIn(timeZone, now);
  const came = isToday ? `Llegó ${formatTime(at, timeZone)}` : `Llegó el ${formatDateTime(at, timeZone)}`;
  if (!left && now - Date.parse(until) < RECENT_MS) return `${came}, sigue ahí`;
  return `${came}, estuvo ${durationText(Date.parse(until) - Date.parse(at))}`;
}
