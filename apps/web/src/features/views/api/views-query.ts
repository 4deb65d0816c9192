import { viewOperations } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { refreshing } from '../../../shared/queries/refreshing.ts';
import { ordersKeys } from '../../orders/api/orders-keys.ts';

/** The saved views of an office, by name. */
export const viewsQuery = (officeId: string) =>
  queryOptions({
    queryKey: ordersKeys.views(officeId),
    queryFn: ({ client, queryKey, signal }) =>
      call(viewOperations['views.list'], {
        query: { officeId },
        signal,
        background: refreshing(client, queryKey),
      }),
    staleTime: 60_000,
  });
