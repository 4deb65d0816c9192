import { ORDER_FLAG_CODES, type OrderCounts, type OrderFilter } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { type Services } from '../services.ts';
import { countedIn } from './counted-in.ts';
import { filterCondition, flagCondition } from './filter-orders.ts';

/** @returns how many orders match a filter, and how many would with each chip, in one query. */
export async function countOrders(
  { db, clock }: Services,
  dispatcher: Dispatcher,
  filter: OrderFilter,
): Promise<OrderCounts> {
  const now = clock();
  const { source, count } = countedIn(filter);
  const counts = ORDER_FLAG_CODES.map(
    (flag) => sql`coalesce(${count} filter (where ${flagCondition(flag, now)}), 0) as ${sql.ref(flag)}`,
  );
  const { rows } = await sql<Record<(typeof ORDER_FLAG_CODES)[number] | 'total', number>>`
    select coalesce(${count}, 0) as total, ${sql.join(counts)}
    from ${source} where ${filterCondition(dispatcher, filter, now)}`.execute(db);
  const { total = 0, ...flags } = rows[0] ?? {};
  return { total, flags: flags as OrderCounts['flags'] };
}
