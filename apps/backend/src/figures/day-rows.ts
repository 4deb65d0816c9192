import { emptyFilter, type OrderFilter, type OrderState, type Payment } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '../database/open-database.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { filterCondition } from '../orders/filter-orders.ts';

/** What the figures of a day need of an order. */
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
