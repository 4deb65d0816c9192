import { type OrderFilter } from '@despacho/contracts/dispatch';
import { type RawBuilder, sql } from 'kysely';

/** The tallies under the column names of orders, so that conditions on orders also apply to them. */
const TALLIES = sql`(
  select company_id, office_id, date, state, due_at, orders as tally,
    case when with_collection then 1 end as collect_due,
    case when with_note then '' end as note,
    case when without_evidence then 0 else 1 end as evidence
  from order_tallies) as orders`;

/**
 * Where to count the orders of a filter: in the tallies, whose size depends on the number of days, or one by one if the
 * filter needs columns that the tallies lack.
 * @returns the table to select from, and an aggregate that counts its orders: null, not 0, if there are none.
 */
export function countedIn({ couriers, districts, clients, search, batch }: OrderFilter): {
  source: RawBuilder<unknown>;
  count: RawBuilder<number>;
} {
  const needsOrders = [couriers, districts, clients].some(({ is, not }) => is.length + not.length > 0);
  return needsOrders || search !== undefined || batch !== undefined
    ? { source: sql`orders`, count: sql`count(*)` }
    : { source: TALLIES, count: sql`sum(orders.tally)` };
}
