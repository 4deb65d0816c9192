import { formatDay } from './format-day.ts';
import { localIn } from './zoned-parts.ts';

/**
 * @param iso a timestamp; any other string is returned unchanged.
 * @param timeZone the office's IANA zone, never the browser's.
 * @returns date and time there: «20 nov 2026, 10:42».
 */
export function formatDateTime(iso: string, timeZone: string): string {
  const instant = Date.parse(iso);
  if (Number.isNaN(instant)) return iso;
  const { date, time } = localIn(timeZone, instant);
  return `${formatDay(date)}, ${time.slice(0, 5)}`;
}
