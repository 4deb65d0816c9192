import { type Order } from '@despacho/contracts/dispatch';
import { useEffect, useMemo, useState } from 'react';
import { markOf, type OrderMark } from '../../../shared/map/orders/order-mark.ts';
import { serverNow } from '../../../shared/http/server-clock.ts';

/** Milliseconds. An order is late to the minute. */
const STEP = 60_000;

/** @returns the marks of orders, those that have become late among them. */
export function useOrderMarks(orders: readonly Order[]): readonly OrderMark[] {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(serverNow());
    }, STEP);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return useMemo(() => orders.map((order) => markOf(order, now)), [orders, now]);
}
