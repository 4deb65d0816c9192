import { clientOperations } from '@despacho/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { knownAnswers } from '#shared/queries/known-answers.ts';
import { recordSkippedRows } from '#shared/queries/skipped-rows.ts';

export const CLIENTS_KEY = ['clients'];

/** All clients of the office, fresh for a minute: there may be 20,000, and they rarely change. */
export const clientsQuery = queryOptions({
  queryKey: CLIENTS_KEY,
  queryFn: ({ signal, client }) =>
    call(clientOperations['clients.list'], {
      signal,
      known: knownAnswers(client),
      onSkipped: recordSkippedRows(client, CLIENTS_KEY),
    }),
  staleTime: 60_000,
});

/** One client with all fields of the response. */
export const clientQuery = (id: string) =>
  queryOptions({
    queryKey: ['client', id],
    queryFn: ({ signal }) => call(clientOperations['clients.read'], { params: { id }, signal }),
  });
