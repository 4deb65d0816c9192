import { type OrderFilter } from '@despacho/contracts/dispatch';
import { type RawBuilder, sql } from 'kysely';

/** The kept tallies under the names of the columns they were made from, so that the conditions on orders hold for them. */
const TALLIES = sql`(
  select company_id, office_id, date, state, due_at, orders as tally,
    case when with_collection then 1 end as collect_due,
    case when with_note then '' end as note,
    case when without_evidence then 0 else 1 end as evidence
  from order_tallies) as orders`;

/**
 * Where the orders of a filter are counted: in the tallies, whose size is that of the calendar, or one by one where it
 * asks for what the tallies do not tell.
 * @returns what to select from, and what counts the orders of its rows: null, not 0, where there are none.
 */
export function countedIn({ couriers, districts, clients, search, batch }: OrderFilter): {
  source: RawBuilder<unknown>;
  count: RawBuilder<number>;
} {
  const untold = [couriers, districts, clients].some(({ is, not }) => is.length + not.length > 0);
  return untold || search !== undefined || batch !== undefined
    ? { source: sql`orders`, count: sql`count(*)` }
    : { source: TALLIES, count: sql`sum(orders.tally)` };
}
