/** @returns the greeting for an hour of the day (0–23). */
export function greeting(hour: number): string {
  if (hour >= 5 && hour < 12) return 'Buenos días';
  return hour >= 12 && hour < 19 ? 'Buenas tardes' : 'Buenas noches';
}

/** @returns the first word of a name. */
export const firstName = (name: string): string => name.trim().split(/\s+/u)[0] ?? '';

/** @returns the hour (0–23) and the date («viernes, 20 de noviembre») of an instant in an IANA zone. */
export function momentIn(timeZone: string, now: Date): { hour: number; date: string } {
  const hour = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now);
  const date = new Intl.DateTimeFormat('es-PE', { timeZone, weekday: 'long', day: 'numeric', month: 'long' }).format(
    now,
  );
  return { hour: Number(hour), date };
}
