import { OPEN_STATES } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { doorKeyOf } from './door-of.ts';

/** In `meta`, written by a migration: the orders below this id may have been written without the keys of their doors. */
const BELOW = 'doors_to_key_below';

/** Visits of older orders teach nothing any more. */
const DAYS_MS = 60 * 86_400_000;
const PAGE = 1000;

/**
 * Writes the keys of the doors of a page of orders of earlier releases that are open or not older than 60 days, the newest
 * page first. May be done by several processes at the same time.
 * @returns false if no page was left.
 */
export async function keyFormerOrders(db: Database, now: Date): Promise<boolean> {
  const progress = await db.selectFrom('meta').select('value').where('key', '=', BELOW).executeTakeFirst();
  if (!progress) return false;
  const page = await db
    .selectFrom('orders')
    .select(['id', 'office_id as officeId', 'company_id as companyId', 'address', 'ubigeo'])
    .select(
      sql<boolean>`place_at is null and door_key is null
        and (created_at >= ${new Date(now.getTime() - DAYS_MS)} or state in (${sql.join(OPEN_STATES)}))`.as('isWanted'),
    )
    .where('id', '<', Number(progress.value))
    .orderBy('id', 'desc')
    .limit(PAGE)
    .execute();
  const keyed = page.flatMap((order) => {
    const key = order.isWanted ? doorKeyOf(order) : null;
    return key === null ? [] : [{ ...order, key }];
  });
  for (const [officeId, orders] of Map.groupBy(keyed, (order) => order.officeId))
    await transact(db, async (trx) => {
      await lockOffice(trx, orders[0] ?? { companyId: '', officeId });
      await sql`
        update order_details set door_key = c.key
        from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as c (id bigint, address text, ubigeo text, key text)
        where order_details.office_id = ${officeId} and order_details.id = c.id and order_details.place_at is null
          and order_details.address = c.address and order_details.ubigeo = c.ubigeo`.execute(trx);
    });
  const last = page.at(-1);
  if (last)
    await db
      .updateTable('meta')
      .set({ value: String(last.id) })
      .where('key', '=', BELOW)
      .execute();
  else await db.deleteFrom('meta').where('key', '=', BELOW).execute();
  return last !== undefined;
}
