import { sql } from 'kysely';
import { type Database } from '../database/open-database.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';

type Exporter = Pick<Dispatcher, 'companyId' | 'sub'>;

/**
 * Counts orders towards a person's daily export limit. A single statement, so that concurrent exports serialize.
 * @param day in the calendar of the exported office.
 * @param limit orders per person and day.
 * @returns false, without counting, if the limit would be exceeded.
 */
export async function takeFromQuota(
  db: Database,
  { companyId, sub }: Exporter,
  { day, orders, limit }: { day: string; orders: number; limit: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into export_days as counted (company_id, person, day, orders)
    select ${companyId}, ${sub}, ${day}, ${orders}::bigint where ${orders}::bigint <= ${limit}::bigint
    on conflict (company_id, person, day) do update set orders = counted.orders + excluded.orders
    where counted.orders + excluded.orders <= ${limit}::bigint
    returning orders`.execute(db);
  return rows.length > 0;
}

/** @returns how many orders a person has exported on a day. */
export async function exportedOn(db: Database, { companyId, sub }: Exporter, day: string): Promise<number> {
  const row = await db
    .selectFrom('export_days')
    .select('orders')
    .where('company_id', '=', companyId)
    .where('person', '=', sub)
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.orders ?? 0;
}

/** Subtracts what a person's expired tickets had counted, and deletes these tickets and the counts of past days. */
export async function returnUnused(
  trx: Database,
  { companyId, sub }: Exporter,
  { expiredBefore, pastBefore }: { expiredBefore: Date; pastBefore: string },
): Promise<void> {
  const unused = await trx
    .deleteFrom('export_tickets')
    .where('company_id', '=', companyId)
    .where('person', '=', sub)
    .where('at', '<', expiredBefore)
    .returning(['day', 'orders'])
    .execute();
  const days = trx.updateTable('export_days').where('company_id', '=', companyId).where('person', '=', sub);
  for (const { day, orders } of unused)
    await days
      .set({ orders: sql<number>`orders - ${orders}::bigint` })
      .where('day', '=', day)
      .execute();
  await trx
    .deleteFrom('export_days')
    .where('company_id', '=', companyId)
    .where('person', '=', sub)
    .where('day', '<', pastBefore)
    .execute();
}
