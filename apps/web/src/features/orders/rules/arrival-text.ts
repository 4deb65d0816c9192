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

/** Between two positions this far apart in time nothing is missing: phones send one each half minute. */
const SEEN_MS = 2 * MINUTE;

/** @returns the duration of a stay: from its first to its last fix, at most until the first position elsewhere. */
function stayText({ at, until, left }: Arrival): string {
  const [from, seen] = [Date.parse(at), Date.parse(until)];
  const least = durationText(seen - from);
  const gone = left === null ? seen : Date.parse(left);
  if (left !== null && gone - seen <= SEEN_MS) return `estuvo ${least}`;
  const most = durationText(gone - from);
  return `estuvo ${least === most ? least : `de ${least} a ${most}`} (después sin señal)`;
}

/**
 * @returns when a courier came and how long the stay was: «Llegó 14:02, estuvo 6 min», «Llegó 14:02, estuvo de 1 min a 7 min
 *   (después sin señal)»; with the date on another day.
 */
export function arrivalText(arrival: Arrival, timeZone: string, now: number): string {
  const { at, until, left } = arrival;
  const isToday = dayIn(timeZone, Date.parse(at)) === dayIn(timeZone, now);
  const came = isToday ? `Llegó ${formatTime(at, timeZone)}` : `Llegó el ${formatDateTime(at, timeZone)}`;
  if (left === null && now - Date.parse(until) < RECENT_MS) return `${came}, sigue ahí`;
  return `${came}, ${stayText(arrival)}`;
}
