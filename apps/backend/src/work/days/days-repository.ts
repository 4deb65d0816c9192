import { type CourierDay, type DayConfirmation, type DayTotals, type DayChanged } from '@despacho/contracts/dispatch';
import { type Selectable, sql, type Updateable } from 'kysely';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { countRows } from '#platform/database/count-rows.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Schema } from '#platform/database/schema.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { localOf } from '#platform/dispatch/zoned-time.ts';

/** The day of a courier. */
export interface DayKey {
  courierId: number;
  day: string;
}

export type DayRow = Selectable<Schema['courier_days']>;

const daysOf = (db: Database, office: OfficeKey) => db.selectFrom('courier_days').selectAll().where(inOffice(office));

export const findDays = (db: Database, where: OfficeKey, day: string): Promise<DayRow[]> =>
  daysOf(db, where).where('day', '=', day).execute();

export const findDay = (db: Database, where: OfficeKey, { courierId, day }: DayKey): Promise<DayRow | undefined> =>
  daysOf(db, where).where('courier_id', '=', courierId).where('day', '=', day).executeTakeFirst();

/** Writes fields of a day, whose row it creates if necessary. */
export async function saveDay(
  trx: Database,
  { companyId, officeId }: OfficeKey,
  { courierId, day }: DayKey,
  fields: Pick<
    Updateable<Schema['courier_days']>,
    keyof Omit<DayRow, 'company_id' | 'office_id' | 'courier_id' | 'day'>
  >,
): Promise<void> {
  await trx
    .insertInto('courier_days')
    .values({ company_id: companyId, office_id: officeId, courier_id: courierId, day })
    .onConflict((conflict) => conflict.columns(['office_id', 'courier_id', 'day']).doNothing())
    .execute();
  await trx
    .updateTable('courier_days')
    .set(fields)
    .where(inOffice({ companyId, officeId }))
    .where('courier_id', '=', courierId)
    .where('day', '=', day)
    .execute();
}

/** @returns how many starts and ends of a courier's day were carried out. */
export async function countActs(db: Database, { officeId }: OfficeKey, { courierId, day }: DayKey): Promise<number> {
  return countRows(
    db
      .selectFrom('courier_acts')
      .where('office_id', '=', officeId)
      .where('courier_id', '=', courierId)
      .where('day', '=', day),
  );
}

/**
 * Records a request of a phone.
 * @returns whether it is new. False for a repetition, and for a request of another courier with the same id.
 */
export async function recordAct(
  trx: Database,
  { officeId }: OfficeKey,
  { courierId, day }: DayKey,
  id: string,
): Promise<boolean> {
  const row = await trx
    .insertInto('courier_acts')
    .values({ office_id: officeId, id, courier_id: courierId, day })
    .onConflict((conflict) => conflict.columns(['office_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns the day for which a request of this courier was carried out; undefined if it was not. */
export async function findAct(
  db: Database,
  { officeId }: OfficeKey,
  courierId: number,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('courier_acts')
    .select('day')
    .where('office_id', '=', officeId)
    .where('courier_id', '=', courierId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.day;
}

/** @returns who confirmed the day; null if it is not confirmed. */
export const confirmationOf = (row: DayRow | undefined): DayConfirmation | null =>
  row?.confirmed_at
    ? {
        at: row.confirmed_at.toISOString(),
        by: { username: row.confirmed_username ?? '', user: row.confirmed_user ?? '' },
      }
    : null;

/** @returns those of the days that are confirmed, by `keyOf`. */
export async function findConfirmed(
  trx: Database,
  where: OfficeKey,
  keys: readonly DayKey[],
): Promise<Map<string, DayConfirmation>> {
  if (keys.length === 0) return new Map();
  const rows = await daysOf(trx, where)
    .where('confirmed_at', 'is not', null)
    .where(
      sql<boolean>`(courier_id, day) in (select * from unnest(
        ${keys.map(({ courierId }) => courierId)}::bigint[], ${keys.map(({ day }) => day)}::text[]))`,
    )
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const confirmed = confirmationOf(row);
      return confirmed ? [[keyOf({ courierId: row.courier_id, day: row.day }), confirmed] as const] : [];
    }),
  );
}

/** A day as a key of a map. */
export const keyOf = ({ courierId, day }: DayKey): string => `${courierId} ${day}`;

/**
 * @param totals as they are now; the confirmed ones of a confirmed day are kept.
 * @returns the day in the contract's form.
 */
export const toDay = (courier: CourierDay['courier'], row: DayRow | undefined, totals: DayTotals): CourierDay => ({
  courier,
  ...(row?.totals ?? totals),
  startedAt: (row?.started_at ?? row?.set_out_at)?.toISOString() ?? null,
  end: row?.ended_at
    ? { at: row.ended_at.toISOString(), unsent: row.unsent ?? 0, ...(row.ended_by_office && { byOffice: true }) }
    : null,
  confirmed: confirmationOf(row),
});

/** @returns the event for a change of a courier's day. */
export const dayEvent = (
  { officeId, username, user }: Dispatcher,
  { courierId, day }: DayKey,
  courier: string,
  { what, now, why, isAhead }: Pick<DayChanged, 'isAhead' | 'what' | 'why'> & { now: Date },
): DayChanged => ({
  type: 'day.changed',
  at: now.toISOString(),
  officeId,
  actor: { username, user },
  what,
  courier: { id: String(courierId), name: courier },
  day,
  ...(why !== undefined && { why }),
  ...(isAhead && { isAhead }),
});

/** @returns «Rosa Mamani a las 19:10», in the time zone, without the day. */
export function confirmedText({ at, by }: DayConfirmation, timeZone: string): string {
  return `${by.user} a las ${localOf(new Date(at), timeZone).time.slice(0, 5)}`;
}
