import {
  ORDER_FLAG_CODES,
  type OrderCounts,
  type OrderFilter,
  ORDER_STATE_CODES,
  type OrdersByState,
  type OrderState,
} from '@despacho/contracts/dispatch';
import { sql, type RawBuilder } from 'kysely';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { type Services } from '../services.ts';
import { filterCondition, flagCondition } from './filter-orders.ts';
import { officeDay } from '../dispatch/working-day.ts';
import { inOffice, type OfficeKey } from '../database/in-office.ts';

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
function ordersByState(rows: readonly { state: OrderState; orders: number }[]): OrdersByState {
  const found = new Map(rows.map(({ state, orders }) => [state, orders]));
  const states = Object.fromEntries(ORDER_STATE_CODES.map((state) => [state, found.get(state) ?? 0]));
  const total = rows.reduce((sum, { orders }) => sum + orders, 0);
  return { total, states: states as OrdersByState['states'] };
}

const DAY = 24 * 3_600_000;

interface Counted {
  state: OrderState;
  orders: number;
}

/** @returns the statement that counts the orders of `date` by their state at `then`. */
export const dayAt = (office: OfficeKey, date: string, then: Date) =>
  sql<Counted>`
    with candidates as (
      select id from order_details where ${inOffice(office)} and date = ${date}
      union
      select order_id from events
      where office_id = ${office.officeId} and data -> 'before' ->> 'date' = ${date} and at > ${then}
    )
    select coalesce(later.state, orders.state) as state, count(*) as orders
    from candidates join orders on orders.id = candidates.id left join lateral (
      select
        (array_agg(data -> 'before' ->> 'state' order by position)
          filter (where data -> 'before' ->> 'state' is not null))[1] as state,
        (array_agg(data -> 'before' ->> 'date' order by position)
          filter (where data -> 'before' ->> 'date' is not null))[1] as date
      from events
      where events.order_id = orders.id and orders.changed_at > ${then} and events.at > ${then}
    ) as later on true
    where ${inOffice(office, 'orders')} and orders.created_at <= ${then}
      and coalesce(later.date, orders.date) = ${date}
    group by 1`;

/**
 * Counts the orders of yesterday by the state they had 24 hours ago: day and state before their first change since
 * then, otherwise the current ones. Orders created later do not count; orders since moved to another day do.
 */
export async function countDayBefore({ db, clock }: Services, dispatcher: Dispatcher): Promise<OrdersByState> {
  const then = new Date(clock().getTime() - DAY);
  const { rows } = await dayAt(dispatcher, officeDay(then, dispatcher), then).execute(db);
  return ordersByState(rows);
}
