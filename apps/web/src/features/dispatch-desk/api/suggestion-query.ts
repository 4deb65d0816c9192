import { type Order, suggestionOperations } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';

/** An assignment proposal for orders of one day. Always refetched, because others may have assigned orders since. */
export const suggestionQuery = (officeId: string, day: string, orders: readonly Order[]) => {
  const refs = orders.map(({ id, version }) => ({ id, version }));
  return queryOptions({
    // Outside the keys that live events invalidate, so that it does not change while the user reviews it.
    queryKey: ['suggestion', officeId, day, refs],
    queryFn: ({ signal }) =>
      call(suggestionOperations['assignments.suggest'], {
        query: { officeId },
        body: { day, orders: refs },
        signal,
      }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
};
