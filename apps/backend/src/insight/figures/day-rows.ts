import {
  emptyFilter,
  FIGURE_FILTERS,
  type OrderFilter,
  type OrderState,
  type Payment,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { filterCondition, promiseAt } from '#orders/order/filter-orders.ts';
import { ordersAsOf } from '#orders/order/orders-as-of.ts';
import { revisitedOf } from '#work/days/revisited.ts';

/** The columns of an order that the figures of a day need. */
export interface DayRow {
  state: OrderState;
  dueAt: Date;
  closedAt: Date | null;
  courierId: string | null;
  clientId: string | null;
  clientName: string;
  ubigeo: string;
  reason: string | null;
  collectDue: number | null;
  payments: Payment[];
  promisedFrom: Date | null;
  promisedTo: Date | null;
  promisedHour: string | null;
}

/** The filter of all orders of a day. */
export const dayFilter = (day: string): OrderFilter => ({ ...emptyFilter(), from: day, to: day });

/** The columns of `DayRow`, of a relation named `orders`. */
export const DAY_COLUMNS = sql`
  orders.state, orders.due_at as "dueAt", orders.closed_at as "closedAt", orders.courier_id::text as "courierId",
  orders.client_id as "clientId", orders.client_name as "clientName", orders.ubigeo, orders.reason,
  orders.collect_due as "collectDue", orders.payments, orders.promised_from as "promisedFrom",
  orders.promised_to as "promisedTo", orders.promised_hour as "promisedHour"`;

/** @returns the orders of a day as they are now. */
export async function readDayRows(db: Database, dispatcher: Dispatcher, day: string, now: Date): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select ${DAY_COLUMNS} from orders where ${filterCondition(dispatcher, dayFilter(day), now)}`.execute(db);
  return rows;
}

/**
 * The failed visits of a day whose orders are visited again, each as an order that failed: visits are counted by their
 * result on the day, not by the later state of the order.
 * @param at as they were at an instant; null for now.
 */
export async function readRevisitedRows(
  db: Database,
  dispatcher: Dispatcher,
  day: string,
  at: Date | null,
): Promise<DayRow[]> {
  const visits = await revisitedOf(db, dispatcher, day, at);
  if (visits.length === 0) return [];
  const ids = [...new Set(visits.map(({ orderId }) => orderId))];
  const { rows } = await sql<DayRow & { id: number }>`
    select orders.id, ${DAY_COLUMNS} from orders
    where orders.company_id = ${dispatcher.companyId} and orders.office_id = ${dispatcher.officeId}
      and orders.id = any(${ids}::bigint[])`.execute(db);
  const orderOf = new Map(rows.map((row) => [row.id, row]));
  return visits.flatMap(({ orderId, courierId, state, reason }) => {
    const order = orderOf.get(orderId);
    return order ? [{ ...order, state, reason, courierId: String(courierId), closedAt: null, payments: [] }] : [];
  });
}

/** The orders of some days as they were at an instant, and the condition for a filter on them. */
const past = (dispatcher: Dispatcher, at: Date, filter: OrderFilter & { from: string; to: string }) => sql`
  ${ordersAsOf(dispatcher, { at, from: filter.from, to: filter.to })} as orders
  where ${filterCondition(dispatcher, filter, at)}`;

const onDays = (from: string, to: string) => ({ ...emptyFilter(), from, to });

/** @returns the orders of a day as they were at an instant. */
export async function readDayRowsAt(db: Database, dispatcher: Dispatcher, day: string, at: Date): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select ${DAY_COLUMNS} from ${past(dispatcher, at, onDays(day, day))}`.execute(db);
  return rows;
}

/** @returns the statement that counts the orders of a day by their state at an instant. */
export const statesAt = (dispatcher: Dispatcher, day: string, at: Date) => sql<{ state: OrderState; orders: number }>`
  select state, count(*)::integer as orders from ${past(dispatcher, at, onDays(day, day))} group by state`;

/** Orders that kept the window they were first promised, of those whose window is over. */
export interface Kept {
  met: number;
  due: number;
}

/** @returns the punctuality of some days as it was at an instant; without days that had no promises. */
export async function readKeptAt(
  db: Database,
  dispatcher: Dispatcher,
  { from, to }: { from: string; to: string },
  at: Date,
): Promise<(Kept & { day: string })[]> {
  const promised = { ...onDays(from, to), ...FIGURE_FILTERS.promised };
  const { rows } = await sql<Kept & { day: string }>`
    select date as day, (count(*) filter (where ${promiseAt(at)} = 'cumplido'))::integer as met, count(*)::integer as due
    from ${past(dispatcher, at, promised)} group by date`.execute(db);
  return rows;
}
