import { type Order } from '@despacho/contracts/dispatch';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { mapOrdersQuery } from '#features/orders/api/map-orders-query.ts';
import {
  OrdersListContext,
  type OrdersListState,
  SelectionContext,
  useDispatchOffice,
  useOrderFilter,
} from '#features/orders/state/use-orders-state.ts';
import { useSelectionState } from '#features/orders/state/use-selection-state.ts';

const NO_ORDERS: readonly Order[] = [];

const NO_TABLE: OrdersListState = {
  orders: NO_ORDERS,
  total: undefined,
  isOver: false,
  earlier: null,
  isPending: false,
  isOutdated: false,
  isFetching: false,
  hasMore: false,
  isLoadingMore: false,
  loadMore: () => undefined,
  error: null,
  refetch: () => undefined,
};

/** What the windows and panels of the desk require, without the table: the map has its own orders. */
export function MapListState({ children }: { children: ReactNode }) {
  const { officeId } = useDispatchOffice();
  const { filter, sort } = useOrderFilter();
  // Windows load after the first orders are shown.
  const { isPending } = useInfiniteQuery(mapOrdersQuery(officeId, filter));
  const list = useMemo(() => ({ ...NO_TABLE, isPending }), [isPending]);
  return (
    <OrdersListContext value={list}>
      <SelectionContext value={useSelectionState({ officeId, filter, sort }, NO_ORDERS)}>{children}</SelectionContext>
    </OrdersListContext>
  );
}
