import { type Order } from '@despacho/contracts/dispatch';
import { dayAfter, dayIn } from '#shared/format/format-day.ts';
import { readTime } from '#shared/ui/TimeField/time-text.ts';
import { localIn } from '#shared/format/zoned-parts.ts';

/** The present, and the office's time zone. */
export interface Moment {
  /** Milliseconds of the server's clock. */
  now: number;
  timeZone: string;
}

/** @returns epoch milliseconds of a local date and time. */
function instantOf(day: string, time: string, timeZone: string): number {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  const local = localIn(timeZone, asUtc);
  return asUtc - (Date.parse(`${local.date}T${local.time}Z`) - asUtc);
}

/**
 * @param time as typed: «14:05», «3 pm». It means the last such time at the office: today, or yesterday if today's is
 * still to come.
 * @returns the instant as ISO text; an error if it is not a time, or before the order's day.
 */
export function visitAt(
  time: string,
  { date }: Pick<Order, 'date'>,
  { now, timeZone }: Moment,
): { at: string } | { error: string } {
  const read = readTime(time);
  if (read === undefined) return { error: 'Escriba una hora, por ejemplo 14:05' };
  const today = dayIn(timeZone, now);
  const ofToday = instantOf(today, read, timeZone);
  if (ofToday <= now) return { at: new Date(ofToday).toISOString() };
  const yesterday = dayAfter(today, -1);
  if (yesterday < date) return { error: 'Esa hora aún no llega' };
  return { at: new Date(instantOf(yesterday, read, timeZone)).toISOString() };
}
