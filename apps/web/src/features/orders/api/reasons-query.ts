import { type Reason, reasonOperations } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { ordersKeys } from '#shared/queries/orders-keys.ts';

/** The office's catalogue of reasons for failed deliveries. */
export const reasonsQuery = (officeId: string) =>
  queryOptions({
    queryKey: [...ordersKeys.all(officeId), 'reasons'],
    queryFn: ({ signal }): Promise<readonly Reason[]> =>
      call(reasonOperations['reasons.list'], { query: { officeId }, signal }),
    staleTime: 5 * 60_000,
  });
