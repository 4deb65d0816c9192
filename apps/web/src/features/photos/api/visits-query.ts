import { reviewOperations } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { reading } from '#shared/queries/reading.ts';

/** Nested under the office's dispatch key, so that invalidating that includes the visits. */
export const visitsKey = (officeId: string, orderId: string) =>
  ['dispatch', officeId, 'visits', 'order', orderId] as const;

/** The visits that couriers' phones sent of an order, the first one first. */
export const visitsQuery = (officeId: string, orderId: string) =>
  queryOptions({
    queryKey: visitsKey(officeId, orderId),
    queryFn: (context) =>
      call(reviewOperations['visits.list'], { params: { id: orderId }, query: { officeId }, ...reading(context) }),
    staleTime: 60_000,
  });

/** Reads who received an order with the whole document; the service logs who reads it. */
export const readReceiver = (officeId: string, visitId: string) =>
  call(reviewOperations['visits.receiver'], { params: { id: visitId }, query: { officeId } });
