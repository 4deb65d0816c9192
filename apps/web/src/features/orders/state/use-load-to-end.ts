import { useEffect, useEffectEvent, useState } from 'react';
import { formatNumber } from '#shared/format/format-number.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { announce } from '#shared/hooks/announce.ts';
import { type OrdersListState } from './use-orders-state.ts';

/** How many orders one press of End may load. */
const MAX_TO_END = 3000;

interface Options {
  list: Pick<OrdersListState, 'orders' | 'total' | 'isOver' | 'hasMore' | 'isFetching' | 'error' | 'loadMore'>;
  /** Identifies the list's filter and sorting. Another list stops the loading. */
  question: string;
  /** Whether the list is scrolled so far that its next page is needed in any case. */
  isNearEnd: boolean;
  /** Called when the last order is loaded, or as many as one press may load. */
  onArrive: (extend: boolean) => void;
}

/** A press of End. */
interface ToEnd {
  question: string;
  /** How many loaded orders suffice. */
  most: number;
  extend: boolean;
  isThere: boolean;
}

/**
 * Loads the next page of a list near its end, and all pages after End.
 * @returns `start` loads to the end; `stop` ends that, when the user goes elsewhere meanwhile.
 */
export function useLoadToEnd({ list, question, isNearEnd, onArrive }: Options) {
  const { orders, total, isOver, hasMore, isFetching, error, loadMore } = list;
  const [toEnd, setToEnd] = useState<ToEnd | null>(null);
  if (toEnd !== null && toEnd.question !== question) setToEnd(null);
  const isOnTheWay = toEnd !== null && !toEnd.isThere;
  const isLoading = isOnTheWay && hasMore && error === null && orders.length < toEnd.most;
  if (isOnTheWay && !isLoading) setToEnd({ ...toEnd, isThere: true });

  const arrive = useEffectEvent(() => {
    onArrive(toEnd?.extend ?? false);
    if (hasMore && error === null) {
      const loaded = `${formatNumber(orders.length)} de ${orderCount(total ?? orders.length, isOver)}`;
      announce(`Se cargaron ${loaded}. Presione Fin otra vez para seguir.`);
    }
  });
  useEffect(() => {
    if (toEnd?.isThere) arrive();
  }, [toEnd]);

  useEffect(() => {
    if ((isNearEnd || isLoading) && !isFetching && error === null) loadMore();
  });

  return {
    start: (extend: boolean): void => {
      setToEnd(hasMore ? { question, most: orders.length + MAX_TO_END, extend, isThere: false } : null);
    },
    stop: (): void => {
      setToEnd(null);
    },
  };
}
