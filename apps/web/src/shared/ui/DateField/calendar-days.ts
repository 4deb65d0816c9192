/* day: months of dates, without an instant. */
import { dayAfter } from '../../format/format-day.ts';

/** Days from Monday, 0 to 6. */
const weekday = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** @returns the same day some months later, or the last day of a shorter month. */
export function monthAfter(day: string, months: number): string {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  const month = first.toISOString().slice(0, 7);
  first.setUTCMonth(first.getUTCMonth() + 1, 0);
  const last = first.toISOString().slice(8, 10);
  const wanted = day.slice(8);
  return `${month}-${wanted < last ? wanted : last}`;
}

/** @returns the weeks of the day's month, from Monday; null for days of other months. */
export function weeksOf(day: string): (string | null)[][] {
  const month = day.slice(0, 7);
  const monday = dayAfter(`${month}-01`, -weekday(`${month}-01`));
  const weeks: (string | null)[][] = [];
  for (let start = monday; start.slice(0, 7) <= month; start = dayAfter(start, 7))
    weeks.push(
      Array.from({ length: 7 }, (_, at) => dayAfter(start, at)).map((each) => (each.startsWith(month) ? each : null)),
    );
  return weeks;
}

/** @returns the day to which a key moves in a calendar, or undefined for other keys. */
export function dayByKey(key: string, day: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return dayAfter(day, -1);
    case 'ArrowRight':
      return dayAfter(day, 1);
    case 'ArrowUp':
      return dayAfter(day, -7);
    case 'ArrowDown':
      return dayAfter(day, 7);
    case 'Home':
      return dayAfter(day, -weekday(day));
    case 'End':
      return dayAfter(day, 6 - weekday(day));
    case 'PageUp':
      return monthAfter(day, -1);
    case 'PageDown':
      return monthAfter(day, 1);
    default:
      return undefined;
  }
}
