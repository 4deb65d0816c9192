import { useMemo } from 'react';
import { useServerTime } from '../../../shared/hooks/use-server-time.ts';
import { markOf, type MappedOrder, type OrderMark } from '../../../shared/map/orders/order-mark.ts';

/** Update interval in milliseconds: lateness is shown by the minute. */
const STEP = 60_000;

/** @returns the map markers of orders, updated when orders become late. */
export function useOrderMarks(orders: readonly MappedOrder[]): readonly OrderMark[] {
  const now = useServerTime(STEP);
  return useMemo(() => orders.map((order) => markOf(order, now)), [orders, now]);
}
