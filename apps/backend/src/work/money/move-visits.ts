import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { type DayKey } from '../days/days-repository.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { instantOf } from '#platform/dispatch/zoned-time.ts';
import { dispatchFieldsOf } from '#orders/order/order-row.ts';
import { findDispatched } from '#orders/order/orders-repository.ts';
import { writeChanges } from '#orders/order/write-changes.ts';
import { paidOf, recordPayments } from './record-payments.ts';

const WHY = 'La salida a ruta llegó después de la visita, que cuenta en el día de esa salida';

/**
 * Moves visits of the night to the day of a start that arrived after them, with their money. Each is a change of its
 * order, so that the past can be read. Confirmed days stay as they are. The caller holds the office's lock.
 * @param start the courier and the date of a start, `at` its time.
 */
export async function moveVisitsAfter(
  trx: Database,
  author: Dispatcher,
  { courierId, day }: DayKey,
  { at, now }: { at: Date; now: Date },
): Promise<void> {
  const { officeId, timeZone, dayTurnsAt } = author;
  const { rows } = await sql<{ id: number }>`
    select order_id as id from order_progress as progress
    where progress.office_id = ${officeId} and progress.courier_id = ${courierId}
      and progress.closed_at >= ${at} and progress.closed_at < ${instantOf(day, dayTurnsAt, timeZone)}
      and progress.visit_day < ${day}
      and not exists (
        select from courier_days as days
        where days.office_id = progress.office_id and days.courier_id = progress.courier_id
          and days.day in (${day}, progress.visit_day) and days.confirmed_at is not null)`.execute(trx);
  const orders = await findDispatched(
    trx,
    author,
    rows.map(({ id }) => id),
  );
  const changes = [...orders.values()].map((row) => {
    const fields = dispatchFieldsOf(row);
    return { row, fields, patch: { visitDay: day }, what: 'editada' as const };
  });
  await writeChanges(trx, author, { id: randomUUID(), now, why: WHY }, changes);
  const payments = changes.map(({ row, fields, patch }) => ({
    orderId: row.id,
    before: paidOf(fields),
    after: paidOf({ ...fields, ...patch }),
  }));
  await recordPayments(trx, author, payments, now);
}
