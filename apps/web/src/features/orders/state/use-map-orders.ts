import { type OrderFilter, writeOrderFilter } from '@despacho/contracts/dispatch';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { mapOrdersQuery } from '../api/map-orders-query.ts';

/** All orders of a filter, page by page as they arrive. */
export function useMapOrders(officeId: string, filter: OrderFilter) {
  const query = useInfiniteQuery(mapOrdersQuery(officeId, filter));
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const orders = useMemo(
    () => [...new Map(data?.pages.flatMap((page) => page.orders.map((order) => [order.id, order] as const))).values()],
    [data],
  );
  const isReading = query.isPending || query.isPlaceholderData || (hasNextPage && !isError);
  return {
    orders,
    /** Key of the filter that these orders match; null until all are loaded. */
    question: isReading ? null : JSON.stringify([officeId, writeOrderFilter(filter)]),
    /** Pages are still loading. */
    isReading,
    /** There are more orders than the map shows. */
    isCut: !hasNextPage && typeof data?.pages.at(-1)?.next === 'string',
    error: query.error,
    refetch: (): void => void (data && hasNextPage ? fetchNextPage() : refetch()),
  };
}

export type MapOrders = ReturnType<typeof useMapOrders>;
