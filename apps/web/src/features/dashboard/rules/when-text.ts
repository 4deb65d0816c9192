import { formatDay } from '#shared/format/format-day.ts';
import { localIn } from '#shared/format/zoned-parts.ts';

/**
 * @param iso an instant.
 * @param today the current date in the zone: «2026-11-21».
 * @returns its time in an IANA zone: «10:42:08», with the date if not today: «20 nov 10:42:08».
 */
export function whenText(iso: string, timeZone: string, today: string): string {
  const { date, time } = localIn(timeZone, Date.parse(iso));
  return date === today ? time : `${formatDay(date, today)} ${time}`;
}
