import { addDays, MAX_PAST_DAYS, type OrderFilter, type OrderList, type OrderSort } from '@despacho/contracts/dispatch';
import { type RawBuilder, sql } from 'kysely';
import { inOffice } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { readRows } from '#platform/database/packed-rows.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { countPastRead } from '#platform/past/count-past-read.ts';
import { ordersAsOf, type PastDays } from './orders-as-of.ts';
import { requireMoment } from '#platform/past/require-moment.ts';
import { invalid } from '#platform/refusal.ts';
import { type OrderServices } from '../services.ts';
import { filterCondition, searchAlone } from './filter-orders.ts';
import { readNearest } from './nearest-found.ts';
import { ORDER_DATES, type OrderRow, toOrder } from './order-row.ts';
import { isOneOf, ordersOf } from './orders-repository.ts';
import { decodePlace, encodePlace, type Place, type Sorting, sortingOf } from './page-cursor.ts';

interface Page {
  filter: OrderFilter;
  sort: OrderSort;
  size: number;
  cursor?: string | undefined;
  /** Only these orders. */
  ids?: readonly number[] | undefined;
  /** The orders as they were then. */
  past?: PastDays | undefined;
}

/** Rows after the cursor's position, compared as column pairs, which the sorting's index supports. */
function after({ column, descending }: Sorting, { value, id }: Place): RawBuilder<boolean> {
  const compare = sql.raw(descending ? '<' : '>');
  // Each condition names columns of one table, to use its index; the other table needs one as well, or it would be
  // scanned from its beginning.
  if (column === 'id') return sql`orders.id ${compare} ${id} and orders.order_id ${compare} ${id}`;
  if (column === 'due_at')
    return sql`(orders.due_at, orders.order_id) ${compare} (${value}::timestamptz, ${id}::bigint)`;
  return sql`(${sql.ref(`orders.${column}`)}, orders.id) ${compare} (${value}::text, ${id}::bigint)`;
}

/**
 * A query for one page of a filter's rows, and one row more if there is a next page.
 * @param found the condition of the rows; the filter's by default.
 */
export function pageQuery(
  db: Database,
  dispatcher: Dispatcher,
  { filter, sort, size, cursor, ids, past }: Page,
  now: Date,
  found = filterCondition(dispatcher, filter, now),
) {
  const sorting = sortingOf(sort);
  const direction = sorting.descending ? 'desc' : 'asc';
  let query = ordersOf(db, dispatcher, past && ordersAsOf(dispatcher, past)).where(found);
  if (ids !== undefined) query = query.where(isOneOf(ids));
  if (cursor !== undefined) query = query.where(after(sorting, decodePlace(sort, cursor)));
  if (sorting.column !== 'id') query = query.orderBy(`orders.${sorting.column}`, direction);
  return query.orderBy('orders.id', direction).limit(size + 1);
}

/** One page of a filter's rows, and the cursor of the next page if there is one. */
export async function pageOf(
  db: Database,
  dispatcher: Dispatcher,
  page: Page,
  now: Date,
): Promise<{ rows: OrderRow[]; next: string | null }> {
  const { filter, sort, size, cursor, ids } = page;
  const { column, descending } = sortingOf(sort);
  const read = (found?: RawBuilder<boolean>) => readRows(db, pageQuery(db, dispatcher, page, now, found), ORDER_DATES);
  const search = column === 'id' && ids === undefined ? searchAlone(filter) : undefined;
  const place = cursor === undefined ? undefined : decodePlace(sort, cursor);
  const stretch = { count: size + 1, descending, after: place?.id };
  const rows = search === undefined ? await read() : await readNearest(dispatcher, search, stretch, read);
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > size && last ? encodePlace(sort, last) : null };
}

/** @throws Refusal invalid for a filter that the past cannot answer. */
function daysOf({ from, to, search, batch, flags }: OrderFilter): { from: string; to: string } {
  const refused = (message: string, field: string) => invalid(message, `query.${field}`);
  if (from === undefined || to === undefined || to > addDays(from, MAX_PAST_DAYS - 1))
    throw refused(`Para ver el pasado, elija un período de hasta ${MAX_PAST_DAYS} días`, 'desde');
  if (search !== undefined) throw refused('En el pasado no se puede buscar por texto', 'buscar');
  if (batch !== undefined) throw refused('En el pasado no se puede filtrar por lote', 'lote');
  // Photos that were deleted since then are not known.
  if ([...flags.is, ...flags.not].includes('sin_evidencia'))
    throw refused('Del pasado no se sabe qué órdenes tenían fotos', 'marca');
  return { from, to };
}

/** Orders of several days whose past is calculated for one list. A statement with ten times as many would be ended. */
const MAX_PAST_ORDERS = 20_000;
/** Orders that count as one calculation of the past. */
const ORDERS_PER_READ = 2000;

/** @returns as how many calculations the past of some days counts. @throws Refusal invalid for too many orders. */
async function weightOf(
  db: Database,
  dispatcher: Dispatcher,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const { rows } = await sql<{ orders: number }>`
    select coalesce(sum(orders), 0)::integer as orders from order_tallies
    where ${inOffice(dispatcher)} and date >= ${from} and date <= ${to}`.execute(db);
  const orders = rows[0]?.orders ?? 0;
  if (orders > MAX_PAST_ORDERS && from !== to)
    throw invalid('Son demasiadas órdenes para ver el pasado: elija menos días', 'query.desde');
  return Math.max(1, Math.ceil(orders / ORDERS_PER_READ));
}

/**
 * @param moment a past minute of the office's calendar; now if undefined.
 * @returns its instant, and which past orders a page of that minute is read from; counts the calculation.
 * @throws Refusal invalid for a filter that the past cannot answer, or too many orders; busy for too many calculations.
 */
export async function timeOfPage(
  services: OrderServices,
  dispatcher: Dispatcher,
  filter: OrderFilter,
  moment: string | undefined,
): Promise<{ at: Date; past: PastDays | undefined }> {
  const { db, clock } = services;
  if (moment === undefined) return { at: clock(), past: undefined };
  const days = daysOf(filter);
  const at = await requireMoment(services, dispatcher, moment);
  countPastRead(services, dispatcher, await weightOf(db, dispatcher, days));
  return { at, past: { at, ...days } };
}

/**
 * @param moment a past minute of the office's calendar, to list the orders as they were then.
 * @returns a page of the office's orders.
 */
export async function listOrders(
  services: OrderServices,
  dispatcher: Dispatcher,
  { moment, ...page }: Omit<Page, 'past'> & { moment?: string | undefined },
): Promise<OrderList> {
  const { at, past } = await timeOfPage(services, dispatcher, page.filter, moment);
  const { rows, next } = await pageOf(services.db, dispatcher, { ...page, past }, at);
  return { orders: rows.map(toOrder), next };
}
