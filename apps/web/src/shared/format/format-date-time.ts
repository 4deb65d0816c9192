import { zonedFormat } from './zoned-format.ts';

const formatIn = zonedFormat('es-PE', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/**
 * @param iso a timestamp; any other string is returned unchanged.
 * @param timeZone the office's IANA zone, never the browser's.
 * @returns date and time there: «20 nov 2026, 10:42».
 */
export function formatDateTime(iso: string, timeZone: string): string {
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) return iso;
  const part = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const month = (part['month'] ?? '').replace('.', '');
  return `${part['day']} ${month} ${part['year']}, ${part['hour']}:${part['minute']}`;
}
