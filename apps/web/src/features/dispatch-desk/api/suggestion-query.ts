import { assignmentOperations, type Order } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';

/** An assignment proposal for these orders. Always refetched, because others may have assigned orders since. */
export const suggestionQuery = (officeId: string, orders: readonly Order[]) => {
  const refs = orders.map(({ id, version }) => ({ id, version }));
  return queryOptions({
    // Outside the keys that live events invalidate, so that it does not change while the user reviews it.
    queryKey: ['suggestion', officeId, refs],
    queryFn: ({ signal }) =>
      call(assignmentOperations['assignments.suggest'], {
        query: { officeId },
        body: { orders: refs },
        signal,
      }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
};
