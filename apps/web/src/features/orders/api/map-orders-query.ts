import { MAP_PAGE, type OrderFilter, orderOperations, writeOrderFilter } from '@despacho/contracts/dispatch';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { readingChanges } from '#shared/queries/reading.ts';
import { type MapOrder, mapOrdersOf } from '../rules/map-order.ts';
import { shareRows } from '../rules/place-rows.ts';

/** Maximum number of orders on the map, enough for a day of a large office. More would be indistinguishable. */
const MAX_ON_MAP = 3000;

/**
 * Separate from the list keys, because a map has up to three large pages and live events patch its orders instead of
 * refetching them.
 */
export const mapOrdersKey = (officeId: string) => ['dispatch-map', officeId] as const;

interface MapPage {
  orders: MapOrder[];
  next: string | null;
}

/** All orders of a filter for the map, page by page. */
export const mapOrdersQuery = (officeId: string, filter: OrderFilter) => {
  const query = writeOrderFilter(filter);
  return infiniteQueryOptions({
    queryKey: [...mapOrdersKey(officeId), query] as const,
    queryFn: async ({ pageParam, ...context }): Promise<MapPage> => {
      const page = await call(orderOperations['orders.map'], {
        query: { officeId, ...query, ...(pageParam && { cursor: pageParam }) },
        ...readingChanges(context),
      });
      return { orders: mapOrdersOf(page), next: page.next };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }, pages) => (pages.length * MAP_PAGE < MAX_ON_MAP ? next : null),
    structuralSharing: shareRows,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  });
};
