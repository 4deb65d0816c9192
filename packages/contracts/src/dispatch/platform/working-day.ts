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

/** A stop with its number in the route of its courier. */
export interface NumberedStop {
  date: string;
  sequence: number | null;
  /** The working day that the number was given for; without one, or before the order's date, that date. */
  sequenceDay?: string | null | undefined;
}

/** @returns the working day that the number of a stop belongs to, `YYYY-MM-DD`. */
const numberDay = ({ date, sequenceDay }: NumberedStop): string =>
  sequenceDay && sequenceDay > date ? sequenceDay : date;

/**
 * The order of the stops that a courier carries, the only statement of it. A number belongs to the working day that it was
 * given for: what was left from earlier days comes first, in its former order, until somebody orders the stops of the day.
 * Stops without a number go last in their day.
 */
export const compareStops = (one: NumberedStop, other: NumberedStop): number =>
  numberDay(one).localeCompare(numberDay(other)) ||
  // Infinity minus itself is not a number.
  (one.sequence ?? Infinity) - (other.sequence ?? Infinity) ||
  0;

/** @returns the number of a stop on a working day, as it is stored: without the day if that is the order's date. */
export const numberedOn = (day: string, date: string, sequence: number) => ({
  sequence,
  sequenceDay: day > date ? day : null,
});

/** Days relative to today, as they are written in addresses and saved views. */
export const RELATIVE_DAYS = { ayer: -1, hoy: 0, manana: 1 } as const;

export type RelativeDay = keyof typeof RELATIVE_DAYS;

export const RELATIVE_DAY_CODES = codesOf(RELATIVE_DAYS);

const isRelative = (day: string): day is RelativeDay => day in RELATIVE_DAYS;

/** @returns the date that a day of a filter means today; dates are returned unchanged. */
export const resolveDay = (day: string, today: string): string =>
  isRelative(day) ? addDays(today, RELATIVE_DAYS[day]) : day;
