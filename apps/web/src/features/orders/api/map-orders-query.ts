import {
  type OrderFilter,
  type OrderList,
  orderOperations,
  PAGE,
  writeOrderFilter,
} from '@despacho/contracts/dispatch';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { refreshing } from '../../../shared/queries/refreshing.ts';

/** The most that one map shows: a day of a large office. More would be read for nobody to tell apart. */
export const MAX_ON_MAP = 3000;

/**
 * Apart from what is kept of the lists: a map is fifteen pages, which live events keep up to date one order at a time
 * instead of having them read again.
 */
export const mapOrdersKey = (officeId: string) => ['dispatch-map', officeId] as const;

/** The orders of a filter for a map, page after page. */
export const mapOrdersQuery = (officeId: string, filter: OrderFilter) => {
  const query = writeOrderFilter(filter);
  return infiniteQueryOptions({
    queryKey: [...mapOrdersKey(officeId), query] as const,
    queryFn: ({ client, queryKey, pageParam, signal }) =>
      call(orderOperations['orders.list'], {
        query: {
          officeId,
          ...query,
          orden: 'vence',
          limite: String(PAGE.most),
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
        background: refreshing(client, queryKey),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: OrderList, pages) => (pages.length * PAGE.most < MAX_ON_MAP ? next : null),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  });
};
