import { addDays, COURSE_MINUTES, DONE_STATES, USUAL_DAYS } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { instantOf } from '#platform/dispatch/zoned-time.ts';

const STEP_MS = COURSE_MINUTES * 60_000;

/** Steps of a working day. */
export const DAY_STEPS = (24 * 60) / COURSE_MINUTES;

/** When the working day of an office begins. */
export const beginOf = (day: string, { dayTurnsAt, timeZone }: Pick<Dispatcher, 'dayTurnsAt' | 'timeZone'>): Date =>
  instantOf(day, dayTurnsAt, timeZone);

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
};

/**
 * @returns the share of its orders that an office usually has closed at the end of each step of this weekday, in per
 * mille: the median of the last four. Null if fewer of them had orders.
 */
export async function readUsualCourse(db: Database, dispatcher: Dispatcher, day: string): Promise<number[] | null> {
  const days = Array.from({ length: USUAL_DAYS }, (_, week) => addDays(day, -7 * (week + 1)));
  const ofDays = sql`${inOffice(dispatcher)} and date = any(${days}::text[])`;
  const totals = await sql<{ date: string; orders: number }>`
    select date, sum(orders)::integer as orders from order_tallies
    where ${ofDays} and state <> 'anulada' group by date`.execute(db);
  if (totals.rows.length < USUAL_DAYS) return null;
  const closed = await sql<{ date: string; slot: Date; orders: number }>`
    select date, slot, sum(orders)::integer as orders from closing_tallies
    where ${ofDays} and state in (${sql.join(DONE_STATES)}) group by date, slot`.execute(db);
  const courses = totals.rows.map(({ date, orders: total }) => {
    const begin = beginOf(date, dispatcher).getTime();
    const steps = Array.from({ length: DAY_STEPS }, () => 0);
    for (const { slot, orders } of closed.rows.filter((row) => row.date === date)) {
      const step = Math.min(DAY_STEPS - 1, Math.max(0, Math.floor((slot.getTime() - begin) / STEP_MS)));
      steps[step] = (steps[step] ?? 0) + orders;
    }
    let sum = 0;
    return steps.map((count) => ((sum += count) * 1000) / total);
  });
  return Array.from({ length: DAY_STEPS }, (_, step) => Math.round(median(courses.map((course) => course[step] ?? 0))));
}
