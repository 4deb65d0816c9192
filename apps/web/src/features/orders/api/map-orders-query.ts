import {
  type OrderFilter,
  type OrderList,
  orderOperations,
  PAGE,
  writeOrderFilter,
} from '@despacho/contracts/dispatch';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { knownAnswers } from '../../../shared/queries/known-answers.ts';
import { refreshing } from '../../../shared/queries/refreshing.ts';

/** Maximum number of orders on the map, enough for a day of a large office. More would be indistinguishable. */
export const MAX_ON_MAP = 3000;

/**
 * Separate from the list keys, because a map has fifteen pages and live events patch its orders instead of refetching
 * them.
 */
export const mapOrdersKey = (officeId: string) => ['dispatch-map', officeId] as const;

/** All orders of a filter for the map, page by page. */
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
        known: knownAnswers(client),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: OrderList, pages) => (pages.length * PAGE.most < MAX_ON_MAP ? next : null),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  });
};
