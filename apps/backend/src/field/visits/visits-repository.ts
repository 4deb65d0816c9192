import { sql } from 'kysely';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type VisitRow } from './visit-row.ts';

/** @returns the visit with a phone's id, of any courier. */
export const findVisit = (db: Database, visit: string): Promise<VisitRow | undefined> =>
  db.selectFrom('field_visits').selectAll().where('visit', '=', visit).executeTakeFirst();

/**
 * @param root may be unknown, and then be named by visits of several orders.
 * @returns the visits of a chain of corrections of an order, the first one first.
 */
export const chainOf = (
  db: Database,
  courierId: number,
  { orderId, root }: { orderId: number; root: string },
): Promise<VisitRow[]> =>
  db
    .selectFrom('field_visits')
    .selectAll()
    .where('root', '=', root)
    .where('courier_id', '=', courierId)
    .where('order_id', '=', orderId)
    .orderBy(sql`visit = root`, 'desc')
    .orderBy('id')
    .execute();

/** Whether a visit that arrived earlier corrects this one. */
export async function isCorrected(db: Database, courierId: number, visit: string): Promise<boolean> {
  const row = await db
    .selectFrom('field_visits')
    .select('id')
    .where('corrects', '=', visit)
    .where('courier_id', '=', courierId)
    .executeTakeFirst();
  return row !== undefined;
}

const visitsIn = (db: Database, office: OfficeKey) =>
  db.selectFrom('field_visits').where(inOffice(office, 'field_visits'));

/** Visits of an office with the names of their couriers. */
export const namedVisitsOf = (db: Database, where: OfficeKey) =>
  visitsIn(db, where)
    .innerJoin('couriers', (join) =>
      join
        .onRef('couriers.office_id', '=', 'field_visits.office_id')
        .onRef('couriers.id', '=', 'field_visits.courier_id'),
    )
    .selectAll('field_visits')
    .select('couriers.name as courier_name');

/** @returns how many visits a courier has sent of an order. */
export async function countVisits(db: Database, where: OfficeKey, courierId: number, orderId: number): Promise<number> {
  const { count } = await visitsIn(db, where)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('order_id', '=', orderId)
    .where('courier_id', '=', courierId)
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns how many visits the office must look at: pending ones, and those with an unreadable photo. */
export async function countReviews(db: Database, where: OfficeKey): Promise<number> {
  const { count } = await visitsIn(db, where)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    // The condition of the partial index.
    .where(sql<boolean>`(state = 'pendiente' or unreadable_photo)`)
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns how many visits of a courier wait for a decision. */
export async function countPending(db: Database, where: OfficeKey, courierId: number): Promise<number> {
  const { count } = await visitsIn(db, where)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    // As a literal, to match the partial index.
    .where('state', '=', sql.lit('pendiente'))
    .where('courier_id', '=', courierId)
    .executeTakeFirstOrThrow();
  return count;
}
