import { type Order } from '@despacho/contracts/dispatch';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { type MapOrder } from '../rules/map-order.ts';
import { type MapOrders, useMapOrders } from './use-map-orders.ts';
import {
  OrdersListContext,
  type OrdersListState,
  SelectionContext,
  useDispatchOffice,
  useOrderFilter,
} from './use-orders-state.ts';
import { useSelectionState } from './use-selection-state.ts';

const MapOrdersContext = createContext<MapOrders | null>(null);

/** @returns the orders of the map. Only for use inside <MapOrdersState>. */
export function useShownMapOrders(): MapOrders {
  const orders = use(MapOrdersContext);
  if (!orders) throw new Error('Asked for outside of <MapOrdersState>');
  return orders;
}

/** A live event replaces an order of the map by a complete one. */
const isComplete = (order: MapOrder): order is MapOrder & Order => 'changed' in order;

/**
 * Provides the orders of the filter for a map, as the list whose parts read it, and the selection that the map shares
 * with the table. Inside <OrdersState>, on screens with a map and no table.
 */
export function MapOrdersState({ children }: { children: ReactNode }) {
  const { officeId } = useDispatchOffice();
  const { filter, sort } = useOrderFilter();
  const map = useMapOrders(officeId, filter);
  const { orders, isReading, isCut, error, refetch } = map;
  const complete = useMemo(() => orders.filter(isComplete), [orders]);
  const selection = useSelectionState({ officeId, filter, sort }, complete);
  const list: OrdersListState = {
    orders: complete,
    total: isReading ? undefined : orders.length,
    isOver: isCut,
    earlier: null,
    isPending: isReading && orders.length === 0,
    isOutdated: false,
    isFetching: isReading,
    hasMore: false,
    isLoadingMore: false,
    loadMore: () => undefined,
    error,
    refetch,
  };
  return (
    <MapOrdersContext value={map}>
      <OrdersListContext value={list}>
        <SelectionContext value={selection}>{children}</SelectionContext>
      </OrdersListContext>
    </MapOrdersContext>
  );
}
