import { MAX_IDS, type OrderDetail, type OrderFilterQuery, type OrderSort } from '@despacho/contracts/dispatch';
import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { type Pages, placeRows } from '../rules/place-rows.ts';
import { mapOrdersKey } from './map-orders-query.ts';
import { ordersKeys } from '#shared/queries/orders-keys.ts';
import { readOrdersById } from './orders-queries.ts';

/** A cached list of orders: of a table or of a map. */
interface CachedList {
  queryKey: QueryKey;
  query: OrderFilterQuery;
  sort: OrderSort;
}

/** Work that a refresh leaves to its caller. */
export interface Refreshed {
  /** Keys of lists to be fetched whole. */
  whole: QueryKey[];
  /** Keys of lists with a pending request, whose response may be older than the refresh and replace it. */
  pending: QueryKey[];
}

const listsOf = (client: QueryClient, officeId: string): CachedList[] => [
  ...client.getQueriesData({ queryKey: ordersKeys.lists(officeId) }).map(([queryKey]) => ({
    queryKey,
    query: queryKey[3] as OrderFilterQuery,
    sort: queryKey[4] as OrderSort,
  })),
  ...client.getQueriesData({ queryKey: mapOrdersKey(officeId) }).map(([queryKey]) => ({
    queryKey,
    query: queryKey[2] as OrderFilterQuery,
    sort: 'vence' as const,
  })),
];

/**
 * Reads changed orders once under the filter of every list that is shown, so that the service decides which of them
 * match, and changes all lists together: a table and a map never show different states. Lists that are not shown are
 * fetched when they are shown again. Never rejects.
 * @param ids the changed orders; more than `MAX_IDS` are not requested, so that every list is to be fetched whole.
 */
export async function refreshOrders(client: QueryClient, officeId: string, ids: readonly string[]): Promise<Refreshed> {
  if (ids.length === 0) return { whole: [], pending: [] };
  const shown = listsOf(client, officeId).filter(({ queryKey }) => {
    const isShown = client.getQueryCache().find({ queryKey })?.isActive() === true;
    if (!isShown) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
    return isShown;
  });
  if (ids.length > MAX_IDS) return { whole: shown.map(({ queryKey }) => queryKey), pending: [] };
  // A table that folds earlier days shows what its map shows, from a day on: one request serves both.
  const groups = Map.groupBy(shown, ({ query }) => JSON.stringify({ ...query, desde: undefined }));
  const answers = await Promise.all(
    [...groups.values()].map(async (lists) => {
      const widest = lists
        .map(({ query }) => query)
        .reduce((one, other) => ((one.desde ?? '') <= (other.desde ?? '') ? one : other));
      return { lists, rows: await readOrdersById(officeId, widest, ids).catch(() => undefined) };
    }),
  );
  const refreshed: Refreshed = { whole: [], pending: [] };
  notifyManager.batch(() => {
    for (const { lists, rows } of answers) {
      for (const { queryKey, query, sort } of lists) {
        const state = client.getQueryState<Pages>(queryKey);
        if (state?.fetchStatus === 'fetching') refreshed.pending.push(queryKey);
        if (!state?.data) continue;
        const listed = rows?.filter(({ date }) => date >= (query.desde ?? ''));
        const pages = listed && placeRows(state.data, sort, ids, listed);
        if (!pages) refreshed.whole.push(queryKey);
        else if (pages !== state.data) client.setQueryData(queryKey, pages);
      }
      // An open order must not send a former version while its table shows the new state. Its history is not new, so
      // the order stays stale.
      for (const order of rows ?? [])
        client.setQueryData<OrderDetail>(
          ordersKeys.detail(officeId, order.id),
          (detail) => (detail && detail.order.version < order.version ? { ...detail, order } : undefined),
          { updatedAt: 0 },
        );
    }
  });
  return refreshed;
}

/** The same for the user's own change: lists that the refresh leaves to its caller are fetched immediately. */
export async function refreshOwnOrders(client: QueryClient, officeId: string, ids: readonly string[]): Promise<void> {
  const { whole, pending } = await refreshOrders(client, officeId, ids);
  await Promise.all([...new Set([...whole, ...pending])].map((queryKey) => client.invalidateQueries({ queryKey })));
}
