import { LOADED_STATES } from '@despacho/contracts/dispatch';
import { type Insertable, type Updateable, sql } from 'kysely';
import { type Database } from '../database/open-database.ts';
import { type CouriersTable } from '../database/schema.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { type CourierRow } from './courier-row.ts';

type Where = Pick<Dispatcher, 'companyId' | 'officeId'>;

/** As literals, because the partial index over loaded orders names these states. */
const LOADED = sql.join(LOADED_STATES.map((state) => sql.lit(state)));

/**
 * The couriers of an office with their current load. The weight of each order is looked up by key: with a join, the
 * planner reads every order of every office.
 */
export const couriersOf = (db: Database, { companyId, officeId }: Where) =>
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
        .where('office_id', '=', officeId)
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
    .where('couriers.company_id', '=', companyId)
    .where('couriers.office_id', '=', officeId);

export const listCouriersOf = (db: Database, where: Where): Promise<CourierRow[]> =>
  couriersOf(db, where).orderBy('couriers.name').orderBy('couriers.id').execute();

export const findCourier = (db: Database, where: Where, id: number): Promise<CourierRow | undefined> =>
  couriersOf(db, where).where('couriers.id', '=', id).executeTakeFirst();

export async function insertCourier(db: Database, row: Insertable<CouriersTable>): Promise<number> {
  const { id } = await db.insertInto('couriers').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Updates a courier and increments the version. The caller has checked the version under the office's lock. */
export async function updateCourier(
  db: Database,
  { companyId, officeId }: Where,
  id: number,
  changes: Updateable<CouriersTable>,
): Promise<void> {
  await db
    .updateTable('couriers')
    .set({ ...changes, version: sql<number>`version + 1` })
    .where('company_id', '=', companyId)
    .where('office_id', '=', officeId)
    .where('id', '=', id)
    .execute();
}
