import {
  MAX_IDS,
  type OrderFilter,
  type OrderFilterQuery,
  type OrderList,
  orderOperations,
  type OrderSort,
  PAGE,
  writeOrderFilter,
} from '@despacho/contracts/dispatch';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Background } from '#shared/http/background.ts';
import { call } from '#shared/http/call.ts';
import { readingChanges } from '#shared/queries/reading.ts';
import { shareRows } from '../rules/place-rows.ts';
import { ordersKeys } from '#shared/queries/orders-keys.ts';

/** Rows per page of the table: about three screens. */
const TABLE_PAGE = 100;

/** Orders become late without an event: what depends on the time is refetched this often, in milliseconds. */
const TIME_STEP = 60_000;
/** Lists are refetched page by page, so lists with more pages than this are refetched less often. */
const PAGES_PER_STEP = 4;

const dependsOnTime = ({ flags: { is, not } }: OrderFilter): boolean =>
  [...is, ...not].some((flag) => flag === 'vencidas' || flag === 'por_vencer');

/** The orders that match a filter, page by page. */
export const ordersQuery = (officeId: string, filter: OrderFilter, sort: OrderSort) => {
  const query = writeOrderFilter(filter);
  return infiniteQueryOptions({
    queryKey: ordersKeys.list(officeId, query, sort),
    queryFn: ({ pageParam, ...context }) =>
      call(orderOperations['orders.list'], {
        query: { officeId, ...query, orden: sort, limite: String(TABLE_PAGE), ...(pageParam && { cursor: pageParam }) },
        ...readingChanges(context),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: OrderList) => next,
    structuralSharing: shareRows,
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    refetchInterval: ({ state }) =>
      dependsOnTime(filter) && TIME_STEP * Math.max(1, (state.data?.pages.length ?? 0) / PAGES_PER_STEP),
  });
};

/** All counts share a stale time and keep the previous values while loading. */
const FIGURES = { placeholderData: keepPreviousData, staleTime: 15_000 } as const;

/** `meta` of counts that are refetched each minute and after the user's own actions, and not after live events. */
export const SELDOM = { isSeldom: true };

/** Number of orders that match a filter, in total and per flag. */
export const countsQuery = (officeId: string, filter: OrderFilter) => {
  const query = writeOrderFilter(filter);
  return queryOptions({
    ...FIGURES,
    queryKey: ordersKeys.countsOf(officeId, query),
    queryFn: (context) =>
      call(orderOperations['orders.counts'], { query: { officeId, ...query }, ...readingChanges(context) }),
    refetchInterval: TIME_STEP,
  });
};

/** @returns those of some orders that match a filter. @param ids at most `MAX_IDS`. */
export async function readOrdersById(
  officeId: string,
  filter: OrderFilterQuery,
  ids: readonly string[],
): Promise<OrderList['orders']> {
  const query = { officeId, ...filter, ids: ids.join(','), limite: String(PAGE.most) };
  return (await call(orderOperations['orders.list'], { query, background: 'refresh' })).orders;
}

/** @returns orders of an office, in requests of at most `MAX_IDS`. */
export async function readOrders(
  officeId: string,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<OrderList['orders']> {
  const orders: OrderList['orders'] = [];
  for (let at = 0; at < ids.length; at += MAX_IDS) {
    const some = ids.slice(at, at + MAX_IDS).join(',');
    const query = { officeId, ids: some, limite: String(PAGE.most) };
    orders.push(...(await call(orderOperations['orders.list'], { query, ...(signal && { signal }) })).orders);
  }
  return orders;
}

/**
 * Reads the orders of a query, page by page.
 * @returns the first `most` orders, sorted, and whether there are more.
 */
export async function readPages(
  query: OrderFilterQuery & { officeId: string; orden?: OrderSort },
  most: number,
  options: { signal: AbortSignal; background?: Background | undefined },
): Promise<{ orders: OrderList['orders']; hasMore: boolean }> {
  const orders: OrderList['orders'] = [];
  for (let cursor: string | null = null; ;) {
    const limite = String(Math.min(PAGE.most, most - orders.length));
    const page: OrderList = await call(orderOperations['orders.list'], {
      query: { ...query, limite, ...(cursor !== null && { cursor }) },
      ...options,
    });
    orders.push(...page.orders);
    cursor = page.next;
    if (cursor === null || orders.length >= most) return { orders: orders.slice(0, most), hasMore: cursor !== null };
  }
}

/** Orders that a search shows: more are narrowed by typing on. */
export const MAX_FOUND = 8;

/** The orders that a text names, in any state: code, telephone, recipient, reference or address. The latest due first. */
export const foundOrdersQuery = (officeId: string, search: string) =>
  queryOptions({
    queryKey: ['dispatch', officeId, 'found', search],
    queryFn: async ({ signal }): Promise<OrderList['orders']> => {
      const query = { officeId, buscar: search, orden: '-vence', limite: String(MAX_FOUND) } as const;
      return (await call(orderOperations['orders.list'], { query, signal })).orders;
    },
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    // A telephone or name that somebody typed is not kept.
    gcTime: 0,
  });
