import { addDays, DAY_TURNS_AT, officeDay } from '@despacho/contracts/dispatch';
import { formatDay } from './format-day.ts';
import { localIn } from './zoned-parts.ts';

/** When days turn: a setting of the service, the same for all its offices. */
let turnsAt = DAY_TURNS_AT;

/** @param time `HH:MM` from the service; undefined keeps the known one. */
export function recordDayTurn(time: string | undefined): void {
  turnsAt = time ?? turnsAt;
}

/** @returns the working day of an office at an instant, `YYYY-MM-DD`. */
export const workingDayIn = (timeZone: string, instant: number): string =>
  officeDay(new Date(instant), { timeZone, dayTurnsAt: turnsAt });

/**
 * @returns the minute of a time of a working day, `2026-11-26T02:05`: after midnight the day continues until its turn.
 */
export const minuteOfDay = (day: string, time: string): string => `${time < turnsAt ? addDays(day, 1) : day}T${time}`;

/** @returns the minute of an instant in a zone, in the same form. */
export function minuteIn(timeZone: string, instant: number): string {
  const { date, time } = localIn(timeZone, instant);
  return `${date}T${time.slice(0, 5)}`;
}

/** @returns a day in words: «hoy», «mañana», «ayer», otherwise «el 26 nov». */
export function dayWord(day: string, today: string): string {
  if (day === today) return 'hoy';
  if (day === addDays(today, 1)) return 'mañana';
  return day === addDays(today, -1) ? 'ayer' : `el ${formatDay(day, today)}`;
}
