import { minuteIn, minuteOfDay, workingDayIn } from '#shared/format/working-day.ts';

/** Query parameter with a past time of the day: «14:05». */
export const PAST_PARAM = 'a-las';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/**
 * @param time of the day, as in the address.
 * @param now epoch milliseconds.
 * @returns the minute of that time of a working day, `2026-11-25T14:05`; undefined for other text and for the future.
 */
export function pastMinute(
  time: string | null,
  day: string,
  { timeZone, now }: { timeZone: string; now: number },
): string | undefined {
  if (time === null || !TIME.test(time)) return undefined;
  const minute = minuteOfDay(day, time);
  return minute <= minuteIn(timeZone, now) ? minute : undefined;
}

/** @returns a time of day some minutes later, or earlier: `00:05` after `23:50`. */
export function shiftTime(time: string, minutes: number): string {
  const [hours = 0, rest = 0] = time.split(':').map(Number);
  const total = (((hours * 60 + rest + minutes) % 1440) + 1440) % 1440;
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
}

/** @returns a time of the same working day some minutes later, or earlier; undefined if that is of another day. */
export function stepTime(day: string, time: string, minutes: number): string | undefined {
  const next = shiftTime(time, minutes);
  return minuteOfDay(day, next) > minuteOfDay(day, time) === minutes > 0 ? next : undefined;
}

/** Minutes of the step that the first look at the past is rounded down to. */
const STEP = 15;

/**
 * @returns where a look at the past begins: the last full quarter of an hour for today, or now if its first one has not
 * passed; noon for other days.
 * @param now epoch milliseconds.
 */
export function firstPastTime(isToday: boolean, timeZone: string, now: number): string {
  if (!isToday) return '12:00';
  const time = minuteIn(timeZone, now).slice(11);
  return stepTime(workingDayIn(timeZone, now), time, -(Number(time.slice(3)) % STEP) || -STEP) ?? time;
}
