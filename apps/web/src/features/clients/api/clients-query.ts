import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';

export const clientsQuery = queryOptions({
  queryKey: ['clients'],
  queryFn: ({ signal }) => call('clients.list', { signal }),
  staleTime: 60_000,
});

export const clientQuery = (id: string) =>
  queryOptions({
    queryKey: ['client', id],
    queryFn: ({ signal }) => call('clients.read', { params: { id }, signal }),
  });
