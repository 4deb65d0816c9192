import { assignmentOperations, type Order } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';

/** A proposal for these orders as they are now. Asked anew each time: between two looks others have assigned. */
export const suggestionQuery = (officeId: string, orders: readonly Order[]) => {
  const refs = orders.map(({ id, version }) => ({ id, version }));
  return queryOptions({
    // Not below what live changes make stale: it must not change under the eyes of whoever is judging it.
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
