const formats = new Map<string, Intl.DateTimeFormat>();

/** @returns the time of an instant in an IANA zone to the second: «10:42:08». */
export function clockTime(iso: string, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('es-PE', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  return format.format(new Date(iso));
}
