import { workingDay } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type OfficeTime } from '#platform/dispatch/working-day.ts';
import { localOf } from '#platform/dispatch/zoned-time.ts';
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
