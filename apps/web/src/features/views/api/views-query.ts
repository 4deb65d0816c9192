import { viewOperations } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { ordersKeys } from '../../orders/api/orders-keys.ts';

/** The views an office has saved, by name. */
export const viewsQuery = (officeId: string) =>
  queryOptions({
    queryKey: ordersKeys.views(officeId),
    queryFn: ({ client, queryKey, signal }) =>
      call(viewOperations['views.list'], {
        query: { officeId },
        signal,
        quiet: true,
        unseen: true,
        // Read again because somebody else changed one: nobody waits for that.
        background: client.getQueryData(queryKey) !== undefined,
      }),
    staleTime: 60_000,
  });
