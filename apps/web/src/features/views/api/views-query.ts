import { viewOperations } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { reading } from '../../../shared/queries/reading.ts';
import { ordersKeys } from '../../orders/api/orders-keys.ts';

/** The saved views of an office, by name. */
export const viewsQuery = (officeId: string) =>
  queryOptions({
    queryKey: ordersKeys.views(officeId),
    queryFn: (context) => call(viewOperations['views.list'], { query: { officeId }, ...reading(context) }),
    staleTime: 60_000,
  });
