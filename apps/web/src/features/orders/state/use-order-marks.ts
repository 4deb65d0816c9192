import { useMemo } from 'react';
import { usePlaceJudge } from '#shared/districts/use-place-judge.ts';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import { markOf, type MappedOrder, type OrderMark } from '#shared/map/orders/order-mark.ts';
import { useDispatchOffice } from './use-orders-state.ts';

/** Update interval in milliseconds: lateness is shown by the minute. */
const STEP = 60_000;

/** @returns the map markers of orders, updated when orders become late. */
export function useOrderMarks(orders: readonly MappedOrder[]): readonly OrderMark[] {
  const now = useServerTime(STEP);
  const { officeId } = useDispatchOffice();
  const judge = usePlaceJudge(officeId);
  return useMemo(() => orders.map((order) => markOf(order, now, judge)), [orders, now, judge]);
}
