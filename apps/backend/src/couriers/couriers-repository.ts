import { LISTED_COURIERS, LOADED_STATES, RETIRED_PAGE } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice, type OfficeKey } from '../database/in-office.ts';
import { type Database } from '../database/open-database.ts';
import { notFound, Refusal } from '../refusal.ts';
import { carriedOn, type LoadDay } from '../dispatch/load-day.ts';
import { type CourierRow } from './courier-row.ts';

/** As literals, because the partial index over loaded orders names these states. */
const LOADED = sql.join(LOADED_STATES.map((state) => sql.lit(state)));

/**
 * The couriers of an office with their load. Each order's weight is looked up by key: with a join, the planner reads
 * every order of every office.
 * @param carried the day of the load; all days by default.
 */
export const couriersOf = (db: Database, office: OfficeKey, carried?: LoadDay) =>
  db
    .with('loads', (query) =>
      query
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
          sql<number>`count(*)`.as('orders'),
          eb.fn.sum('weights.weight_grams').as('grams'),
        ])
        .where('office_id', '=', office.officeId)
        .where(sql<boolean>`state in (${LOADED})`)
        .groupBy('courier_id'),
    )
    .selectFrom('couriers')
    .leftJoin('loads', 'loads.courier_id', 'couriers.id')
    .selectAll('couriers')
    .select([
      sql<number>`coalesce(loads.orders, 0)::integer`.as('orders'),
      sql<number>`coalesce(loads.grams, 0)::bigint`.as('weightGrams'),
    ])
    .where(inOffice(office, 'couriers'));

/**
 * The office's couriers by name: those who are not retired, up to a maximum, and the newest retired ones.
 * @param carried the day of their load; all days by default.
 */
export async function listCouriersOf(db: Database, where: OfficeKey, carried?: LoadDay): Promise<CourierRow[]> {
  const working = await couriersOf(db, where, carried)
    .where('couriers.state', '<>', 'retirado')
    .orderBy('couriers.name')
    .orderBy('couriers.id')
    .limit(LISTED_COURIERS)
    .execute();
  return [...working, ...(await listRetired(db, where))];
}

/**
 * A page of retired couriers, newest first. They have no load.
 * @param before id of the previous page's last courier.
 */
export async function listRetired(db: Database, where: OfficeKey, before?: number): Promise<CourierRow[]> {
  let retired = db.selectFrom('couriers').selectAll().where(inOffice(where)).where('state', '=', 'retirado');
  if (before !== undefined) retired = retired.where('id', '<', before);
  const rows = await retired.orderBy('id', 'desc').limit(RETIRED_PAGE).execute();
  return rows.map((row) => ({ ...row, orders: 0, weightGrams: 0 }));
}

/** @returns how many couriers of an office are retired, or how many are not. */
export async function countCouriers(db: Database, where: OfficeKey, isRetired: boolean): Promise<number> {
  const { count } = await db
    .selectFrom('couriers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(inOffice(where))
    .where('state', isRetired ? '=' : '<>', 'retirado')
    .executeTakeFirstOrThrow();
  return count;
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
 * @param carried the day of the load; all days by default.
 * @throws Refusal not-found for a courier of another office.
 */
export const requireCourier = (db: Database, where: OfficeKey, id: number, carried?: LoadDay): Promise<CourierRow> =>
  couriersOf(db, where, carried).where('couriers.id', '=', id).executeTakeFirstOrThrow(notFound);

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
  if (courier.state === 'retirado') throw new Refusal('conflict', `${courier.name} está retirado${remedy}`);
  return courier;
}
