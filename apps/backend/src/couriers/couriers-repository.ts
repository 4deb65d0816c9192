import { LOADED_STATES } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice, type OfficeKey } from '../database/in-office.ts';
import { type Database } from '../database/open-database.ts';
import { notFound, Refusal } from '../refusal.ts';
import { type CourierRow } from './courier-row.ts';

/** As literals, because the partial index over loaded orders names these states. */
const LOADED = sql.join(LOADED_STATES.map((state) => sql.lit(state)));

/**
 * The couriers of an office with their current load. The weight of each order is looked up by key: with a join, the
 * planner reads every order of every office.
 */
export const couriersOf = (db: Database, office: OfficeKey) =>
  db
    .with('loads', (query) =>
      query
        .selectFrom('order_progress as loaded')
        .select((eb) => [
          'courier_id',
          sql<number>`count(*)`.as('orders'),
          eb.fn
            .sum(
              eb
                .selectFrom('order_details as details')
                .select('weight_grams')
                .whereRef('details.office_id', '=', 'loaded.office_id')
                .whereRef('details.id', '=', 'loaded.order_id'),
            )
            .as('grams'),
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

export const listCouriersOf = (db: Database, where: OfficeKey): Promise<CourierRow[]> =>
  couriersOf(db, where).orderBy('couriers.name').orderBy('couriers.id').execute();

/** @returns what names the couriers of an office. */
export async function listCourierNames(db: Database, where: OfficeKey) {
  const rows = await db
    .selectFrom('couriers')
    .select(['id', 'name', 'plate', 'state'])
    .where(inOffice(where))
    .execute();
  return rows.map(({ id, ...names }) => ({ id: String(id), ...names }));
}

/** @throws Refusal not-found for a courier of another office. */
export const requireCourier = (db: Database, where: OfficeKey, id: number): Promise<CourierRow> =>
  couriersOf(db, where).where('couriers.id', '=', id).executeTakeFirstOrThrow(notFound);

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
