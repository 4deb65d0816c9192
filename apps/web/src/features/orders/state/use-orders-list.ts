import { type OrderFilter, type OrderSort } from '@despacho/contracts/dispatch';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { countsQuery, ordersQuery } from '../api/orders-queries.ts';
import { type EarlierDays } from './use-earlier-days.ts';
import { type OrdersListState } from './use-orders-state.ts';

/**
 * The orders of a filter, page by page without duplicates: an order that moves meanwhile may be on two pages.
 * @param whole the filter of the screen. @param days which days of it the table shows.
 */
export function useOrdersList(
  officeId: string,
  whole: OrderFilter,
  sort: OrderSort,
  { earlier, listed, isPending }: EarlierDays,
): OrdersListState {
  const query = useInfiniteQuery(ordersQuery(officeId, listed, sort));
  const { total: counted, more = false } = useQuery(countsQuery(officeId, whole)).data ?? {};
  const isFolded = earlier?.isOpen === false && !more;
  const total = isFolded && counted !== undefined ? Math.max(0, counted - earlier.count) : counted;
  const { data, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } = query;
  const orders = useMemo(
    () => [...new Map(data?.pages.flatMap((page) => page.orders.map((order) => [order.id, order] as const))).values()],
    [data],
  );
  const isCounted = hasNextPage || query.isPlaceholderData;
  return {
    orders,
    total: isCounted ? total && Math.max(total, orders.length) : data && orders.length,
    isOver: isCounted && more,
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
