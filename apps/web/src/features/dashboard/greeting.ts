/** @returns the greeting for an hour of the day (0–23). */
export function greeting(hour: number): string {
  if (hour >= 5 && hour < 12) return 'Buenos días';
  return hour >= 12 && hour < 19 ? 'Buenas tardes' : 'Buenas noches';
}

/** @returns the first word of a person's name, as one says hello. */
export const firstName = (name: string): string => name.trim().split(/\s+/u)[0] ?? '';
