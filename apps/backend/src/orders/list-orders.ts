import { type OrderFilter, type OrderList, type OrderSort } from '@despacho/contracts/dispatch';
import { type RawBuilder, sql } from 'kysely';
import { type Database } from '../database/open-database.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { type Services } from '../services.ts';
import { filterCondition, searchAlone } from './filter-orders.ts';
import { nearestFound } from './nearest-found.ts';
import { type OrderRow, toOrder } from './order-row.ts';
import { ordersOf } from './orders-repository.ts';
import { decodePlace, encodePlace, type Place, type Sorting, sortingOf } from './page-cursor.ts';

interface Page {
  filter: OrderFilter;
  sort: OrderSort;
  size: number;
  cursor?: string | undefined;
  /** Only these orders. */
  ids?: readonly number[] | undefined;
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

/** One page of a filter's rows, and the cursor of the next page if there is one. */
export async function pageOf(
  db: Database,
  dispatcher: Dispatcher,
  { filter, sort, size, cursor, ids }: Page,
  now: Date,
): Promise<{ rows: OrderRow[]; next: string | null }> {
  const sorting = sortingOf(sort);
  const direction = sorting.descending ? 'desc' : 'asc';
  const place = cursor === undefined ? undefined : decodePlace(sort, cursor);
  const search = sorting.column === 'id' && ids === undefined ? searchAlone(filter) : undefined;
  const stretch = { count: size + 1, descending: sorting.descending, after: place?.id };
  let query = ordersOf(db, dispatcher).where(
    search === undefined
      ? filterCondition(dispatcher, filter, now)
      : sql<boolean>`orders.id in (${nearestFound(dispatcher, search, stretch)})`,
  );
  if (ids !== undefined) query = query.where('orders.id', 'in', ids);
  if (place !== undefined) query = query.where(after(sorting, place));
  if (sorting.column !== 'id') query = query.orderBy(`orders.${sorting.column}`, direction);
  const rows = await query
    .orderBy('orders.id', direction)
    .limit(size + 1)
    .execute();
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > size && last ? encodePlace(sort, last) : null };
}

/** @returns a page of the office's orders. */
export async function listOrders({ db, clock }: Services, dispatcher: Dispatcher, page: Page): Promise<OrderList> {
  const { rows, next } = await pageOf(db, dispatcher, page, clock());
  return { orders: rows.map(toOrder), next };
}
