import {
  type Courier,
  type EvidenceAdded,
  type EvidenceRemoved,
  LOADED_STATES,
  type Order,
  type OrderChanged,
  type OrderDetail,
  type OrderFilterQuery,
  type OrderSort,
  readOrderFilter,
} from '@despacho/contracts/dispatch';
import { hashKey, type QueryClient, type QueryKey, type QueryState } from '@tanstack/react-query';
import { workingDayIn } from '../../../shared/format/working-day.ts';
import { serverNow } from '../../../shared/http/server-clock.ts';
import { officesQuery } from '../../../shared/queries/offices-query.ts';
import { couriersKey } from '../../couriers/api/couriers-query.ts';
import { mapOrdersKey } from '../../orders/api/map-orders-query.ts';
import { ordersKeys } from '../../orders/api/orders-keys.ts';
import { type MapOrder } from '../../orders/rules/map-order.ts';
import { matchesFilter } from '../../orders/rules/matches-filter.ts';
import { applyEvents, applyRows, type Pages } from '../rules/apply-events.ts';
import { type LoadChange, withLoads } from '../rules/courier-loads.ts';
import { patchedOrder } from '../rules/patch-order.ts';

/** A cached list of orders: of the table or of the map. */
interface CachedList {
  officeId: string;
  queryKey: QueryKey;
  query: OrderFilterQuery;
  sort: OrderSort;
}

/** Orders to request from the service, by list. */
export type Asks = Map<string, CachedList & { ids: Set<string> }>;

/** Until the offices are loaded. */
const PERU = { timeZone: 'America/Lima' };

const LOADED: ReadonlySet<string> = new Set(LOADED_STATES);

function listsOf(client: QueryClient, officeId: string): CachedList[] {
  return [
    ...client.getQueriesData({ queryKey: ordersKeys.lists(officeId) }).map(([queryKey]) => ({
      officeId,
      queryKey,
      query: queryKey[3] as OrderFilterQuery,
      sort: queryKey[4] as OrderSort,
    })),
    ...client.getQueriesData({ queryKey: mapOrdersKey(officeId) }).map(([queryKey]) => ({
      officeId,
      queryKey,
      query: queryKey[2] as OrderFilterQuery,
      sort: 'vence' as const,
    })),
  ];
}

/** Milliseconds. The clocks of service and gateway may differ, and the estimate of the gateway's has whole seconds. */
const CLOCK_UNCERTAINTY = 1000;

/** @returns whether data that arrived at `updatedAt`, by this computer's clock, surely lacks a change of the time `at`. */
const wasReadBefore = (updatedAt: number, at: string): boolean =>
  updatedAt + serverNow() - Date.now() + CLOCK_UNCERTAINTY < Date.parse(at);

/** Whether a change affects a courier's load. Nobody carries a new order. */
const touchesLoad = ({ before, after, order }: OrderChanged): boolean =>
  order.version > 1 &&
  (after.courierId !== undefined ||
    after.date !== undefined ||
    after.weightGrams !== undefined ||
    (after.state !== undefined && LOADED.has(after.state) !== LOADED.has(before.state ?? '')));

/**
 * Applies the changes of one office to everything cached, and adds to `asks` what they do not decide.
 * @returns the open orders whose history is incomplete, and whether a courier's load has to be fetched: some order is not
 *   cached, or the loads may include the change already.
 */
export function patchCaches(
  client: QueryClient,
  officeId: string,
  events: readonly OrderChanged[],
  asks: Asks,
): { details: string[]; loads: boolean } {
  const courierList = client.getQueryState<readonly Courier[]>(couriersKey(officeId));
  const couriers = courierList?.data;
  const names = new Map(couriers?.map(({ id, name }) => [id, name]));
  const byOrder = Map.groupBy(events, ({ order }) => order.id);
  const changes = new Map<string, LoadChange>();
  const patch = <O extends MapOrder>(order: O): O | undefined => {
    let patched: O | undefined = order;
    for (const event of byOrder.get(order.id) ?? [])
      patched = patched && patchedOrder(patched, event, (id) => names.get(id));
    if (patched && patched !== order) changes.set(order.id, { before: order, after: patched });
    return patched;
  };

  for (const list of listsOf(client, officeId)) {
    const state = client.getQueryState<Pages>(list.queryKey);
    const filter = readOrderFilter(list.query);
    const applied = state?.data && applyEvents(state.data, { filter, sort: list.sort }, byOrder, patch, serverNow());
    if (applied && applied.pages !== state.data) client.setQueryData(list.queryKey, applied.pages);
    // The response to a pending request may be older than these events, and would replace what they changed.
    const ids = state?.fetchStatus === 'fetching' ? [...byOrder.keys()] : (applied?.ask ?? []);
    if (ids.length === 0) continue;
    const key = hashKey(list.queryKey);
    const asked = asks.get(key) ?? { ...list, ids: new Set() };
    for (const id of ids) asked.ids.add(id);
    asks.set(key, asked);
  }

  const details: string[] = [];
  for (const [id, own] of byOrder) {
    const queryKey = ordersKeys.detail(officeId, id);
    const state = client.getQueryState<OrderDetail>(queryKey);
    if (!state) continue;
    const order = state.data && patch(state.data.order);
    if (!state.data || !order || state.fetchStatus === 'fetching') details.push(id);
    // Also while it is read again: until then a window that opens would send the former version.
    if (state.data && order && order !== state.data.order) {
      const known = state.data.order.version;
      const news = own.filter((event) => event.order.version > known).toReversed();
      client.setQueryData<OrderDetail>(queryKey, { ...state.data, order, timeline: [...news, ...state.data.timeline] });
    }
  }

  const { timeZone } = client.getQueryData(officesQuery.queryKey)?.find(({ id }) => id === officeId) ?? PERU;
  const today = workingDayIn(timeZone, serverNow());
  const isLoadChange = (id: string): boolean => (byOrder.get(id) ?? []).some(touchesLoad);
  let loads = [...byOrder.keys()].some((id) => isLoadChange(id) && !changes.has(id));
  for (const query of client.getQueryCache().findAll({ queryKey: couriersKey(officeId) })) {
    // The lists of today and of later days; the pages of retired couriers have no loads.
    const [, , , day = today, page] = query.queryKey as readonly string[];
    const { data: list, dataUpdatedAt, fetchStatus } = query.state as QueryState<readonly Courier[]>;
    if (!list || page !== undefined) continue;
    // A list that was read after a change may include it, which its loads must not count again.
    const lacks = (id: string): boolean =>
      fetchStatus !== 'fetching' && (byOrder.get(id) ?? []).every(({ at }) => wasReadBefore(dataUpdatedAt, at));
    const lacking = [...changes].filter(([id]) => lacks(id)).map(([, change]) => change);
    loads ||= [...changes.keys()].some((id) => isLoadChange(id) && !lacks(id));
    // Keeps the time at which it was read.
    client.setQueryData(query.queryKey, withLoads(list, lacking, { day, today }), { updatedAt: dataUpdatedAt });
  }
  return { details, loads };
}

/**
 * Puts the service's response about some orders into a list.
 * @returns false if the list has to be fetched again.
 */
export function putRows(
  client: QueryClient,
  { queryKey, sort, ids }: CachedList & { ids: ReadonlySet<string> },
  rows: readonly Order[],
): boolean {
  const data = client.getQueryData<Pages>(queryKey);
  if (!data) return true;
  const own = rows.filter(({ id }) => ids.has(id));
  const pages = applyRows(data, sort, [...ids], own);
  if (pages && pages !== data) client.setQueryData(queryKey, pages);
  return pages !== undefined;
}

/** @param change returns the order to show instead, or none. */
const withOrders = (data: Pages, change: (order: MapOrder) => MapOrder[]): Pages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, orders: page.orders.flatMap(change) })),
});

/**
 * Copies newer orders of a fetched table into the other lists of its office, so that table and map change in the same
 * frame. A map has no whole orders to copy; events change the table.
 */
function spread(client: QueryClient, officeId: string, { pages }: Pages<Order>): void {
  const fetched = new Map(pages.flatMap(({ orders }) => orders.map((order) => [order.id, order] as const)));
  for (const { queryKey, query } of listsOf(client, officeId)) {
    const data = client.getQueryData<Pages>(queryKey);
    const isOlder = ({ id, version }: MapOrder): boolean => version < (fetched.get(id)?.version ?? 0);
    if (!data?.pages.some(({ orders }) => orders.some(isOlder))) continue;
    const filter = readOrderFilter(query);
    const now = serverNow();
    const newer = withOrders(data, (order) => {
      const replacement = isOlder(order) ? (fetched.get(order.id) ?? order) : order;
      return replacement === order || matchesFilter(filter, replacement, now) ? [replacement] : [];
    });
    client.setQueryData(queryKey, newer);
  }
}

/** Keeps the lists of orders alike: see `spread`. @returns a function that stops it. */
export const keepListsAlike = (client: QueryClient): (() => void) =>
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    const [first, officeId, third] = event.query.queryKey as QueryKey;
    if (first === 'dispatch' && third === 'orders') spread(client, String(officeId), event.action.data as Pages<Order>);
  });

const dependsOnPhotos = (key: QueryKey): boolean => JSON.stringify(key).includes('sin_evidencia');

/** Applies a new or removed photo to the cached orders of its office; lists filtered by photos are fetched again. */
export function patchPhotos(
  client: QueryClient,
  { officeId, order: { id, evidence } }: EvidenceAdded | EvidenceRemoved,
): void {
  client.setQueryData<OrderDetail>(
    ordersKeys.detail(officeId, id),
    (data) => data && { ...data, order: { ...data.order, evidence } },
  );
  client.setQueriesData<Pages>({ queryKey: ordersKeys.lists(officeId) }, (data) => {
    if (!data?.pages.some(({ orders }) => orders.some((order) => order.id === id))) return data;
    return withOrders(data, (order) => [order.id === id ? { ...order, evidence } : order]);
  });
  void client.invalidateQueries({
    queryKey: ordersKeys.lists(officeId),
    predicate: ({ queryKey }) => dependsOnPhotos(queryKey),
  });
}
