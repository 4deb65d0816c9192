import { ORDER_STATE_CODES, type OrderFilter, type OrdersByState, type OrderState } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { type Services } from '../services.ts';
import { countedIn } from './counted-in.ts';
import { filterCondition } from './filter-orders.ts';

/** @returns how many orders of a filter are in each state, in one query, so that the numbers add up to the total. */
export async function countByState(
  { db, clock }: Services,
  dispatcher: Dispatcher,
  filter: OrderFilter,
): Promise<OrdersByState> {
  const { source, count } = countedIn(filter);
  const { rows } = await sql<{ state: OrderState; orders: number }>`
    select state, ${count} as orders
    from ${source} where ${filterCondition(dispatcher, filter, clock())} group by state`.execute(db);
  return ordersByState(rows);
}

/** @returns the counts of all states, also of those without orders, and their sum. */
export function ordersByState(rows: readonly { state: OrderState; orders: number }[]): OrdersByState {
  const found = new Map(rows.map(({ state, orders }) => [state, orders]));
  const states = Object.fromEntries(ORDER_STATE_CODES.map((state) => [state, found.get(state) ?? 0]));
  const total = rows.reduce((sum, { orders }) => sum + orders, 0);
  return { total, states: states as OrdersByState['states'] };
}
