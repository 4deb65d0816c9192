import { codesOf } from './words.ts';

/* day: the rule itself, and the calendar that it counts by. */
import { addDays, instantOf, localOf } from './zoned-time.ts';

/** When the working day turns, unless the operator sets another time. */
export const DAY_TURNS_AT = '05:00';

/** What an office's day depends on. */
export interface OfficeTime {
  timeZone: string;
  /** When its working day turns, `HH:MM`. */
  dayTurnsAt: string;
}

/**
 * The one rule of working days: after midnight the day of the evening continues until its turn. Instants are compared,
 * not times of day, which occur twice where clocks go back over the turn.
 * @returns the working day of an office at an instant, `YYYY-MM-DD`.
 */
export function officeDay(instant: Date, { timeZone, dayTurnsAt }: OfficeTime): string {
  const { date } = localOf(instant, timeZone);
  return instant >= instantOf(date, dayTurnsAt, timeZone) ? date : addDays(date, -1);
}

/**
 * The day on which an open order is to be carried: an order left from earlier days is carried today.
 * @param today the office's working day.
 */
export const carryDay = (date: string, today: string): string => (date < today ? today : date);

/** The fields that a courier's stops are sorted by: see `compareStops`. */
export const STOP_ORDER = ['date', 'sequence'] as const;

/**
 * The order of the stops that a courier carries: each day has its own numbers, so stops left from earlier days come
 * first, oldest first, and then those of the day. Stops without a number go last in their day.
 */
export const compareStops = (
  one: { date: string; sequence: number | null },
  other: { date: string; sequence: number | null },
): number =>
  one.date.localeCompare(other.date) ||
  // Infinity minus itself is not a number.
  (one.sequence ?? Infinity) - (other.sequence ?? Infinity) ||
  0;

/** Days relative to today, as they are written in addresses and saved views. */
export const RELATIVE_DAYS = { ayer: -1, hoy: 0, manana: 1 } as const;

export type RelativeDay = keyof typeof RELATIVE_DAYS;

export const RELATIVE_DAY_CODES = codesOf(RELATIVE_DAYS);

const isRelative = (day: string): day is RelativeDay => day in RELATIVE_DAYS;

/** @returns the date that a day of a filter means today; dates are returned unchanged. */
export const resolveDay = (day: string, today: string): string =>
  isRelative(day) ? addDays(today, RELATIVE_DAYS[day]) : day;
