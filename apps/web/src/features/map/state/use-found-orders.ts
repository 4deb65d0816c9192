import { type Order } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { foundOrdersQuery } from '#features/orders/api/orders-queries.ts';

/** Delay in milliseconds after the last key, to avoid a request per letter. */
const DEBOUNCE_MS = 250;

/** A shorter text names too many orders. */
export const MIN_LENGTH = 2;

export const SEARCH_FAILED = 'No se pudo buscar. Vuelva a escribir en unos segundos.';

/** @returns the text after a pause in typing. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const NONE: readonly Order[] = [];

/**
 * The orders that a text names, requested after a pause in typing.
 * @param typed without spaces around it.
 * @param isAllowed false for people who may not see orders.
 */
export function useFoundOrders(officeId: string, typed: string, isAllowed: boolean) {
  const settled = useSettled(typed);
  const isLong = isAllowed && typed.length >= MIN_LENGTH;
  const asks = isLong && settled.length >= MIN_LENGTH;
  const query = useQuery({ ...foundOrdersQuery(officeId, settled), enabled: asks });
  return {
    orders: asks ? (query.data ?? NONE) : NONE,
    isReading: isLong && (settled !== typed || query.isFetching),
    isFailed: asks && query.isError,
  };
}
