import { dayIn, formatDay } from '../../../shared/format/format-day.ts';
import { clockTime } from './clock-time.ts';

/**
 * @param iso an instant.
 * @param today a day of the calendar in the zone: «2026-11-21».
 * @returns when that was in an IANA zone: «10:42:08», with the day where it is another one: «20 nov 10:42:08».
 */
export function whenText(iso: string, timeZone: string, today: string): string {
  const time = clockTime(iso, timeZone);
  const day = dayIn(timeZone, Date.parse(iso));
  return day === today ? time : `${formatDay(day, today)} ${time}`;
}
