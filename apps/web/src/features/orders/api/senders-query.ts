import { orderOperations, type Sender } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { refreshing } from '../../../shared/queries/refreshing.ts';
import { ordersKeys } from './orders-keys.ts';

/** The clients with orders in an office. New ones are rare, so the list stays fresh for a minute. */
export const sendersQuery = (officeId: string) =>
  queryOptions({
    queryKey: ordersKeys.senders(officeId),
    queryFn: ({ client, queryKey, signal }): Promise<readonly Sender[]> =>
      call(orderOperations['orders.clients'], {
        query: { officeId },
        signal,
        background: refreshing(client, queryKey),
      }),
    staleTime: 60_000,
  });
