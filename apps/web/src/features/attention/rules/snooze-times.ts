import { addDays, MAX_SNOOZE_HOURS } from '@despacho/contracts/dispatch';
import { dayIn } from '#shared/format/format-day.ts';
import { formatTime } from '#shared/format/format-time.ts';
import { timeIn } from '#shared/format/zoned-parts.ts';
import { type Reader } from './line-times.ts';

const MINUTE = 60_000;

/** How long a line may be postponed with one press, in minutes. */
const SPANS = { 15: '15 minutos', 30: '30 minutos', 60: '1 hora', 120: '2 horas' } as const;

export interface SnoozeChoice {
  label: string;
  until: string;
}

/** @returns the times offered: «30 minutos, hasta las 13:10». */
export const snoozeChoices = ({ timeZone, now }: Reader): SnoozeChoice[] =>
  Object.entries(SPANS).map(([minutes, text]) => {
    const until = new Date(now + Number(minutes) * MINUTE).toISOString();
    return { label: `${text}, hasta las ${formatTime(until, timeZone)}`, until };
  });

/** Zone offsets change at full quarter hours. */
const STEP = 15 * MINUTE;

/**
 * @param time `HH:MM`.
 * @returns the next instant at which it is this time in the office; undefined if it is not a time.
 */
export function nextAt(time: string, { timeZone, now }: Reader): string | undefined {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return undefined;
  const minutes = Number(time.slice(3));
  const from = Math.floor(now / STEP) * STEP;
  for (let quarter = from; quarter <= now + MAX_SNOOZE_HOURS * 60 * MINUTE; quarter += STEP) {
    const instant = quarter + (minutes % 15) * MINUTE;
    if (instant > now && timeIn(timeZone, instant) === time) return new Date(instant).toISOString();
  }
  return undefined;
}

/** Whether an instant is on the next day of the office's calendar. */
export const isTomorrow = (iso: string, { timeZone, now }: Reader): boolean =>
  dayIn(timeZone, Date.parse(iso)) === addDays(dayIn(timeZone, now), 1);
