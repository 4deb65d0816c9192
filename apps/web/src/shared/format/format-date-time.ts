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
 * @param iso an instant; anything else is given back as it is.
 * @param timeZone the office's IANA zone, never the browser's.
 * @returns day and time there: «20 nov 2026, 10:42».
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
