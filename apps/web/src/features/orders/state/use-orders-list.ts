import { type OrderFilter, type OrderSort } from '@despacho/contracts/dispatch';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { countsQuery, ordersQuery } from '../api/orders-queries.ts';
import { type EarlierDays } from './use-earlier-days.ts';
import { type OrdersListState } from './contexts.ts';

/**
 * The orders of a filter, page by page without duplicates: an order that moves meanwhile may be on two pages.
 * @param days which days `filter` shows.
 */
export function useOrdersList(
  officeId: string,
  filter: OrderFilter,
  sort: OrderSort,
  { earlier, whole, isPending }: EarlierDays,
): OrdersListState {
  const query = useInfiniteQuery(ordersQuery(officeId, filter, sort));
  const counted = useQuery(countsQuery(officeId, whole)).data?.total;
  const isFolded = earlier?.isOpen === false;
  const total = isFolded && counted !== undefined ? Math.max(0, counted - earlier.count) : counted;
  const { data, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } = query;
  const orders = useMemo(
    () => [...new Map(data?.pages.flatMap((page) => page.orders.map((order) => [order.id, order] as const))).values()],
    [data],
  );
  return {
    orders,
    total: hasNextPage || query.isPlaceholderData ? total : data && orders.length,
    earlier,
    isPending: query.isPending || isPending,
    isOutdated: query.isPlaceholderData,
    isFetching,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => {
      if (hasNextPage && !isFetching) void fetchNextPage();
    },
    error: query.error,
    refetch: () => void refetch(),
  };
}
