import {
  type DaySpan,
  FIGURE_FILTERS,
  figureFilter,
  type OrderFilter,
  REPORT_COUNT_CODES,
  REPORT_COUNTS,
  type ReportCount,
  type ReportGroup,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { filterCondition } from '#orders/order/filter-orders.ts';
import { revisitedOf } from '#work/days/revisited.ts';
import { Refusal } from '#platform/refusal.ts';

/** Numbers of orders, and amounts in céntimos. */
export type Sums = Record<ReportCount | 'due' | 'collected', number>;

/** The orders of a day with the same value, split by why their visit failed. */
export interface Tally extends Sums {
  day: string;
  /** Null for orders without a value. */
  id: string | null;
  /** Name of the client. */
  name: string;
  /** Null for orders that did not fail; empty for failures without a reason. */
  reason: string | null;
}

/** The value of an order in each kind of rows. */
const VALUES = {
  cliente: sql`orders.client_id`,
  repartidor: sql`orders.courier_id::text`,
  distrito: sql`orders.ubigeo`,
} as const satisfies Record<ReportGroup, unknown>;

interface Counted {
  group: ReportGroup;
  /** The counts, in addition to the days. */
  filter?: Partial<OrderFilter>;
  /** When promises are judged. */
  now: Date;
}

/** Orders of one statement, so that others use the database in between. A single day may have more. */
const MAX_ORDERS_READ = 4000;

/** @returns the days of a span, joined while they have few orders: a small office needs one statement for a month. */
export async function readParts(db: Database, dispatcher: Dispatcher, span: DaySpan): Promise<DaySpan[]> {
  const { rows } = await sql<{ day: string; orders: number }>`
    select date as day, sum(orders)::integer as orders from order_tallies
    where ${inOffice(dispatcher)} and date >= ${span.from} and date <= ${span.to}
    group by date order by date`.execute(db);
  const parts: DaySpan[] = [];
  let sum = 0;
  for (const { day, orders } of rows) {
    const last = parts.at(-1);
    sum += orders;
    if (last && sum <= MAX_ORDERS_READ) last.to = day;
    else {
      parts.push({ from: day, to: day });
      sum = orders;
    }
  }
  return parts;
}

/**
 * Counts the orders of some days. Each number is counted with the filter of its list, so that they agree.
 * @returns the orders without the cancelled ones, by day, value and reason.
 */
async function readPart(db: Database, dispatcher: Dispatcher, days: DaySpan, counted: Counted): Promise<Tally[]> {
  const { group, filter = {}, now } = counted;
  // States its days: a filter by promise alone reads only the last ones.
  const matching = (figure: keyof typeof FIGURE_FILTERS) =>
    filterCondition(dispatcher, figureFilter(days.from, { to: days.to }, FIGURE_FILTERS[figure]), now);
  const counts = REPORT_COUNT_CODES.map(
    (code) => sql`count(*) filter (where ${matching(REPORT_COUNTS[code])}) as ${sql.ref(code)}`,
  );
  const { rows } = await sql<Tally>`
    select orders.date as day, ${VALUES[group]} as id, max(orders.client_name) as name,
      case when ${matching('failed')} then coalesce(orders.reason, '') end as reason, ${sql.join(counts)},
      coalesce(sum(orders.collect_due), 0)::bigint as due,
      coalesce(sum((
        select sum((payment ->> 'amount')::bigint) from jsonb_array_elements(orders.payments) as payment
      )) filter (where ${matching('delivered')}), 0)::bigint as collected
    from orders
    where ${filterCondition(dispatcher, figureFilter(days.from, { to: days.to }, FIGURE_FILTERS.all, filter), now)}
    group by 1, 2, 4`.execute(db);
  return rows;
}

/** A failed visit whose order is visited again, as an order of its courier. */
const AGAIN: Sums = { orders: 1, delivered: 0, failed: 1, open: 0, met: 0, promised: 0, due: 0, collected: 0 };

/** @param signal stops between two statements. */
export async function readTallies(
  db: Database,
  dispatcher: Dispatcher,
  span: DaySpan,
  counted: Counted,
  signal: AbortSignal,
): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (const part of await readParts(db, dispatcher, span)) {
    if (signal.aborted) throw new Refusal('busy', 'Ya nadie espera este informe');
    tallies.push(...(await readPart(db, dispatcher, part, counted)));
  }
  // Reports of clients and districts are about orders, those of couriers about visits.
  if (counted.group === 'repartidor' && !counted.filter)
    for (const { day, courierId, reason } of await revisitedOf(db, dispatcher, span))
      tallies.push({ ...AGAIN, day, id: String(courierId), name: '', reason: reason ?? '' });
  return tallies;
}
