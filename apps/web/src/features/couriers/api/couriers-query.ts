import { type Courier, courierOperations } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { refreshing } from '../../../shared/queries/refreshing.ts';

/** Nested under the office's dispatch key, so that invalidating that includes the couriers. */
export const couriersKey = (officeId: string) => ['dispatch', officeId, 'couriers'] as const;

/** The couriers of an office with their current load, including retired ones. */
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
