import { clientOperations } from '@despacho/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';

/** All clients of the office, taken for fresh during a minute: there may be 20,000, and they seldom change. */
export const clientsQuery = queryOptions({
  queryKey: ['clients'],
  queryFn: ({ signal }) => call(clientOperations['clients.list'], { signal }),
  staleTime: 60_000,
});

/** One client with everything its host tells. */
export const clientQuery = (id: string) =>
  queryOptions({
    queryKey: ['client', id],
    queryFn: ({ signal }) => call(clientOperations['clients.read'], { params: { id }, signal }),
  });
