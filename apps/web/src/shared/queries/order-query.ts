import { orderOperations } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { ordersKeys } from './orders-keys.ts';
import { readingChanges } from './reading.ts';

/** One order of an office, with its history. */
export const orderQuery = (officeId: string, id: string) =>
  queryOptions({
    queryKey: ordersKeys.detail(officeId, id),
    queryFn: (context) =>
      call(orderOperations['orders.read'], { params: { id }, query: { officeId }, ...readingChanges(context) }),
    staleTime: 5_000,
  });
