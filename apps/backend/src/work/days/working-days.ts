import { addDays, carryDay } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { officeDay, type OfficeTime } from '#platform/dispatch/working-day.ts';
import { type DayKey, findConfirmed, findDay, keyOf } from './days-repository.ts';

type Office = OfficeKey & OfficeTime;

/** Something a courier did; null without a courier. */
export interface CourierMoment {
  courierId: number | null;
  at: Date;
}

/**
 * The working days of what couriers did, in the same order: the office's, unless the courier had set out for a later one
 * by then (see `startingDay`).
 */
export async function workingDaysOf(
  db: Database,
  office: Office,
  moments: readonly CourierMoment[],
): Promise<string[]> {
  const days = moments.map(({ at }) => officeDay(at, office));
  const couriers = moments.map(({ courierId }) => courierId);
  if (couriers.every((each) => each === null)) return days;
  const { rows } = await sql<{ place: number; day: string }>`
    select place, max(ahead.day) as day
    from unnest(${couriers}::bigint[], ${days}::text[], ${moments.map(({ at }) => at)}::timestamptz[])
      with ordinality as given (courier_id, day, at, place)
    join courier_days as ahead on ahead.office_id = ${office.officeId} and ahead.courier_id = given.courier_id
      and ahead.day > given.day and least(ahead.started_at, ahead.set_out_at) <= given.at
    group by place`.execute(db);
  for (const { place, day } of rows) days[place - 1] = day;
  return days;
}

/** @returns the working day of what a courier did. */
export async function workingDayOf(db: Database, office: Office, moment: CourierMoment): Promise<string> {
  const [day = ''] = await workingDaysOf(db, office, [moment]);
  return day;
}

/**
 * The working day that a start belongs to, by the courier or the office: the one that the courier is on, or the next one if the office
 * had confirmed that.
 * @param answer the day of the route as the courier stated it; counts if it is the office's next one.
 */
export async function startingDay(
  db: Database,
  office: Office,
  { courierId, at }: { courierId: number; at: Date },
  answer?: string,
): Promise<string> {
  const current = await workingDayOf(db, office, { courierId, at });
  const next = addDays(officeDay(at, office), 1);
  const day = answer === next && current < next ? next : current;
  const confirmedAt = (await findDay(db, office, { courierId, day }))?.confirmed_at;
  return confirmedAt && confirmedAt <= at ? addDays(day, 1) : day;
}

/** An order that a courier is to carry. */
interface Carried {
  courierId: number;
  date: string;
}

/** @returns the days on which couriers would carry orders now, by the place in the list. */
export async function carryingDays(
  db: Database,
  office: Office,
  orders: readonly Carried[],
  now: Date,
): Promise<DayKey[]> {
  const today = officeDay(now, office);
  const couriers = [...new Set(orders.map(({ courierId }) => courierId))];
  const days = await workingDaysOf(
    db,
    office,
    couriers.map((courierId) => ({ courierId, at: now })),
  );
  const current = new Map(couriers.map((courierId, index) => [courierId, days[index] ?? today]));
  return orders.map(({ courierId, date }) => ({ courierId, day: carryDay(date, current.get(courierId) ?? today) }));
}

/** @returns the couriers who get nothing new for a day, because the office has confirmed it. */
export async function closedFor(
  db: Database,
  office: Office,
  couriers: readonly number[],
  { day, now }: { day: string; now: Date },
): Promise<Set<number>> {
  const keys = await carryingDays(
    db,
    office,
    couriers.map((courierId) => ({ courierId, date: day })),
    now,
  );
  const confirmed = await findConfirmed(db, office, keys);
  return new Set(keys.filter((key) => confirmed.has(keyOf(key))).map(({ courierId }) => courierId));
}
