import { orderOperations } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { reading } from '../../../shared/queries/reading.ts';

/** Yesterday moves slowly: refetched every five minutes, and not after each event. */
const STEP = 5 * 60_000;

/**
 * Yesterday's orders by their state at this hour. Outside the keys that live events invalidate, which do not change it.
 * @param day today, so that midnight reads another yesterday.
 */
export const dayBeforeQuery = (officeId: string, day: string) =>
  queryOptions({
    queryKey: ['day-before', officeId, day],
    queryFn: (context) => call(orderOperations['orders.dayBefore'], { query: { officeId }, ...reading(context) }),
    staleTime: STEP,
    refetchInterval: STEP,
  });
