import { type Order, suggestionOperations } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';

/** What a few orders of one day would cost each courier. It is a help: who chooses does not wait for another try. */
export const rankingQuery = (officeId: string, day: string, orders: readonly Order[]) => {
  const ids = orders.map(({ id }) => id);
  return queryOptions({
    queryKey: ['ranking', officeId, day, ids],
    queryFn: ({ signal }) =>
      call(suggestionOperations['assignments.rank'], { query: { officeId }, body: { day, orders: ids }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  });
};
