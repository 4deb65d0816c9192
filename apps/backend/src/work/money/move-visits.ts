import { type Payment } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { type DayKey } from '../days/days-repository.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { instantOf } from '#platform/dispatch/zoned-time.ts';
import { paidOf, recordPayments } from './record-payments.ts';

/**
 * Lets visits of the night count in the day of a start that arrived after them, with their money. Confirmed days stay as
 * they are. The caller holds the office's lock.
 * @param start the courier and the date of a start, `at` its time.
 * @returns how many visits.
 */
export async function moveVisitsAfter(
  trx: Database,
  author: Dispatcher,
  { courierId, day }: DayKey,
  { at, now }: { at: Date; now: Date },
): Promise<number> {
  const { officeId, timeZone, dayTurnsAt } = author;
  const { rows } = await sql<{ orderId: number; payments: Payment[]; from: string }>`
    with moved as (
      select order_id, visit_day from order_progress as progress
      where progress.office_id = ${officeId} and progress.courier_id = ${courierId}
        and progress.closed_at >= ${at} and progress.closed_at < ${instantOf(day, dayTurnsAt, timeZone)}
        and progress.visit_day < ${day}
        and not exists (
          select from courier_days as days
          where days.office_id = progress.office_id and days.courier_id = progress.courier_id
            and days.day in (${day}, progress.visit_day) and days.confirmed_at is not null)
    )
    update order_progress as progress set visit_day = ${day} from moved
    where progress.office_id = ${officeId} and progress.order_id = moved.order_id
    returning progress.order_id as "orderId", progress.payments, moved.visit_day as "from"`.execute(trx);
  const changes = rows.map(({ orderId, payments, from }) => {
    const paidOn = (visitDay: string) => paidOf({ courierId: String(courierId), visitDay, payments });
    return { orderId, before: paidOn(from), after: paidOn(day) };
  });
  await recordPayments(trx, author, changes, now);
  return rows.length;
}
