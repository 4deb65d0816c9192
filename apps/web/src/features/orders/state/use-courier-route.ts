import { type Order } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { doneStopsQuery, stopsQuery } from '../api/stops-query.ts';

/** A courier's stops of today. They are numbered from 1: the visited ones first, then those that remain. */
export interface CourierRoute {
  /** In the order of the visits. */
  done: readonly Order[];
  /** In route order. */
  open: readonly Order[];
}

/** @returns a courier's stops of today; undefined without a courier, and until they are loaded. */
export function useCourierRoute(
  officeId: string,
  courierId: string | undefined,
  today: string,
): CourierRoute | undefined {
  const enabled = courierId !== undefined;
  const id = courierId ?? '';
  const { data: open } = useQuery({ ...stopsQuery(officeId, id, { day: today, today }), enabled });
  const { data: done } = useQuery({ ...doneStopsQuery(officeId, id, today), enabled });
  return useMemo(() => open && done && { done, open }, [open, done]);
}
