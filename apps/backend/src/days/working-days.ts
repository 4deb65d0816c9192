import { type Payment, workingDay } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice, type OfficeKey } from '../database/in-office.ts';
import { type Database } from '../database/open-database.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { type OfficeTime } from '../dispatch/working-day.ts';
import { paidOf, recordPayments } from '../money/record-payments.ts';
import { instantOf, localOf } from '../dispatch/zoned-time.ts';
import { type DayKey, keyOf } from './days-repository.ts';

type Office = OfficeKey & OfficeTime;

/** Something a courier did; null for what was done without one. */
export interface CourierMoment {
  courierId: number | null;
  at: Date;
}

/** @returns when couriers first pressed «Salí a ruta» on these dates, by `keyOf`. */
async function findStarts(db: Database, office: Office, keys: readonly DayKey[]): Promise<Map<string, Date>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('courier_days')
    .select(['courier_id as courierId', 'day', 'started_at'])
    .where(inOffice(office))
    .where('started_at', 'is not', null)
    .where(
      sql<boolean>`(courier_id, day) in (select * from unnest(
        ${keys.map(({ courierId }) => courierId)}::bigint[], ${keys.map(({ day }) => day)}::text[]))`,
    )
    .execute();
  return new Map(rows.flatMap(({ started_at: at, ...key }) => (at ? [[keyOf(key), at] as const] : [])));
}

/**
 * The working days of what couriers did, in the same order. Only moments between midnight and the turn of the day
 * depend on «Salí a ruta».
 */
export async function workingDaysOf(
  db: Database,
  office: Office,
  moments: readonly CourierMoment[],
): Promise<string[]> {
  const { timeZone, dayTurnsAt } = office;
  const local = moments.map(({ courierId, at }) => ({ courierId, at, ...localOf(at, timeZone) }));
  const early = local.flatMap(({ courierId, date, time }) =>
    courierId !== null && time < dayTurnsAt ? [{ courierId, day: date }] : [],
  );
  const starts = await findStarts(db, office, early);
  return local.map(({ courierId, at, ...moment }) => {
    const start = courierId === null ? undefined : starts.get(keyOf({ courierId, day: moment.date }));
    return workingDay(moment, dayTurnsAt, start !== undefined && start <= at);
  });
}

/** @returns the working day of what a courier did. */
export async function workingDayOf(db: Database, office: Office, moment: CourierMoment): Promise<string> {
  const [day = ''] = await workingDaysOf(db, office, [moment]);
  return day;
}

/**
 * Lets visits of the night count in the day of a start that arrived after them, with their money. Confirmed days stay as
 * they are. The caller holds the office's lock.
 * @param start the courier and the date of a start, `at` its time.
 */
export async function moveVisitsAfter(
  trx: Database,
  author: Dispatcher,
  { courierId, day }: DayKey,
  { at, now }: { at: Date; now: Date },
): Promise<void> {
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
}
