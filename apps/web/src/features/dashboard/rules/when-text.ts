import { dayIn, formatDay } from '#shared/format/format-day.ts';
import { zonedFormat } from '#shared/format/zoned-format.ts';

const timeOf = zonedFormat('es-PE', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });

/**
 * @param iso an instant.
 * @param today the current date in the zone: «2026-11-21».
 * @returns its time in an IANA zone: «10:42:08», with the date if not today: «20 nov 10:42:08».
 */
export function whenText(iso: string, timeZone: string, today: string): string {
  const time = timeOf(timeZone).format(new Date(iso));
  const day = dayIn(timeZone, Date.parse(iso));
  return day === today ? time : `${formatDay(day, today)} ${time}`;
}
