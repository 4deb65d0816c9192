import { LISTED_COURIERS, LOADED_STATES, RETIRED_PAGE } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { countRows } from '#platform/database/count-rows.ts';
import { type Database } from '#platform/database/open-database.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import { carriedOn, type LoadDay } from '#platform/dispatch/load-day.ts';
import { type CourierRow } from './courier-row.ts';

/** As literals, because the partial index over loaded orders names these states. */
const LOADED = sql.join(LOADED_STATES.map((state) => sql.lit(state)));

const { compare } = new Intl.Collator('es');

/** Couriers read per statement: the database serves no other request during one. */
const READ_AT_ONCE = 16;

/**
 * The load of each courier of an office who has one. Each order's weight is looked up by key: with a join, the planner
 * reads every order of every office.
 * @param carried the day of the load; all days by default.
 */
export const loadsOf = (db: Database, office: OfficeKey, carried?: LoadDay) =>
  db
    .selectFrom('order_progress as loaded')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('order_details as details')
          .select('weight_grams')
          .whereRef('details.office_id', '=', 'loaded.office_id')
          .whereRef('details.id', '=', 'loaded.order_id')
          .$if(carried !== undefined, (query) =>
            query.where(carried ? carriedOn('details.date', carried) : sql<boolean>`true`),
          )
          // Keeps the planner from turning it into a join.
          .offset(0)
          .as('weights'),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      'courier_id',
      sql<number>`count(*)::integer`.as('orders'),
      sql<number>`${eb.fn.sum('weights.weight_grams')}::bigint`.as('weightGrams'),
    ])
    .where('office_id', '=', office.officeId)
    .where(sql<boolean>`state in (${LOADED})`)
    .groupBy('courier_id');

/** @returns the couriers of an office who are absent on a day. */
export async function absentOn(db: Database, office: OfficeKey, day: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('courier_absences')
    .select('courier_id')
    .where(inOffice(office))
    .where('day', '=', day)
    .execute();
  return new Set(rows.map(({ courier_id }) => courier_id));
}

/** @returns the row with the state of a day on which these couriers are absent. */
const onDay = (row: CourierRow, absent: ReadonlySet<number>): CourierRow =>
  row.state === 'activo' && absent.has(row.id) ? { ...row, state: 'ausente' } : row;

const NOBODY: ReadonlySet<number> = new Set();
const NO_LOAD = { orders: 0, weightGrams: 0 };

/**
 * The office's couriers by name: the oldest of those who are not retired, up to a maximum, and the newest retired ones.
 * @param carried the day of their load, and of their absences; all days by default, without absences.
 */
export async function listCouriersOf(db: Database, where: OfficeKey, carried?: LoadDay): Promise<CourierRow[]> {
  const loads = new Map(
    (await loadsOf(db, where, carried).execute()).map(({ courier_id, ...load }) => [courier_id, load]),
  );
  const listed = await db
    .selectFrom('couriers')
    .select('id')
    .where(inOffice(where))
    .where('state', '<>', 'retirado')
    .orderBy('id')
    .limit(LISTED_COURIERS)
    .execute();
  const absent = carried ? await absentOn(db, where, carried.day) : NOBODY;
  const rows: CourierRow[] = [];
  for (let from = 0; from < listed.length; from += READ_AT_ONCE) {
    const ids = listed.slice(from, from + READ_AT_ONCE).map(({ id }) => id);
    const page = await db.selectFrom('couriers').selectAll().where(inOffice(where)).where('id', 'in', ids).execute();
    rows.push(...page.map((row) => onDay({ ...row, ...(loads.get(row.id) ?? NO_LOAD) }, absent)));
  }
  rows.sort((one, other) => compare(one.name, other.name) || one.id - other.id);
  return [...rows, ...(await listRetired(db, where))];
}

/**
 * A page of retired couriers, newest first. They have no load.
 * @param before id of the previous page's last courier.
 */
export async function listRetired(db: Database, where: OfficeKey, before?: number): Promise<CourierRow[]> {
  let retired = db.selectFrom('couriers').selectAll().where(inOffice(where)).where('state', '=', 'retirado');
  if (before !== undefined) retired = retired.where('id', '<', before);
  const rows = await retired.orderBy('id', 'desc').limit(RETIRED_PAGE).execute();
  return rows.map((row) => ({ ...row, ...NO_LOAD }));
}

/** @returns how many couriers of an office are retired, or how many are not. */
export async function countCouriers(db: Database, where: OfficeKey, isRetired: boolean): Promise<number> {
  return countRows(
    db
      .selectFrom('couriers')
      .where(inOffice(where))
      .where('state', isRetired ? '=' : '<>', 'retirado'),
  );
}

/** @returns names and plates of an office's couriers, by which a file can name them. */
export async function listCourierNames(db: Database, where: OfficeKey) {
  const rows = await db
    .selectFrom('couriers')
    .select(['id', 'name', 'plate', 'state'])
    .where(inOffice(where))
    .execute();
  return rows.map(({ id, ...names }) => ({ id: String(id), ...names }));
}

/**
 * @param carried the day of the load, and of absences; all days by default, without absences.
 * @throws Refusal not-found for a courier of another office.
 */
export async function requireCourier(
  db: Database,
  where: OfficeKey,
  id: number,
  carried?: LoadDay,
): Promise<CourierRow> {
  const row = await db
    .selectFrom('couriers')
    .selectAll()
    .where(inOffice(where))
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  const load = await loadsOf(db, where, carried).where('courier_id', '=', id).executeTakeFirst();
  const absent = carried ? await absentOn(db, where, carried.day) : NOBODY;
  return onDay({ ...row, orders: load?.orders ?? 0, weightGrams: load?.weightGrams ?? 0 }, absent);
}

/**
 * @param remedy added to the message of the refusal.
 * @throws Refusal not-found for a courier of another office, conflict for a retired one.
 */
export async function requireActiveCourier(
  db: Database,
  where: OfficeKey,
  id: number,
  remedy = '',
): Promise<CourierRow> {
  const courier = await requireCourier(db, where, id);
  if (courier.state === 'retirado') throw conflict(`${courier.name} está retirado${remedy}`);
  return courier;
}
