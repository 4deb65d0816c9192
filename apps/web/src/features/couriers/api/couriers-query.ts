import { type Courier, courierOperations } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { refreshing } from '../../../shared/queries/refreshing.ts';

/** Below what is kept of an office's dispatch, so that whatever makes all of that stale includes them. */
export const couriersKey = (officeId: string) => ['dispatch', officeId, 'couriers'] as const;

/** The couriers of an office with what is with each of them now, retired ones included. */
export const couriersQuery = (officeId: string) =>
  queryOptions({
    queryKey: couriersKey(officeId),
    queryFn: ({ client, queryKey, signal }): Promise<readonly Courier[]> =>
      call(courierOperations['couriers.list'], {
        query: { officeId },
        signal,
        background: refreshing(client, queryKey),
      }),
  });
