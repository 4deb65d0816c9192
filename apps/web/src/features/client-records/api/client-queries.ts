import {
  type ClientDetails,
  type ClientHistory,
  type ClientNotes,
  clientRecordOperations,
} from '@despacho/contracts/dispatch';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';

const detailsKey = (id: string) => ['client', id, 'details'] as const;
export const notesKey = (id: string) => ['client', id, 'notes'] as const;

/** Everything that the company keeps about a client. Only where our own service keeps clients. */
export const clientDetailsQuery = (officeId: string, id: string) =>
  queryOptions({
    queryKey: detailsKey(id),
    queryFn: ({ signal }): Promise<ClientDetails> =>
      call(clientRecordOperations['clients.details'], { params: { id }, query: { officeId }, signal }),
  });

/** Notes and required photos of a client, also one of a foreign host. */
export const clientNotesQuery = (officeId: string, id: string) =>
  queryOptions({
    queryKey: notesKey(id),
    queryFn: ({ signal }): Promise<ClientNotes> =>
      call(clientRecordOperations['clients.notes'], { params: { id }, query: { officeId }, signal }),
  });

export const clientHistoryQuery = (officeId: string, id: string) =>
  queryOptions({
    queryKey: ['client', id, 'history'],
    queryFn: ({ signal }): Promise<ClientHistory> =>
      call(clientRecordOperations['clients.history'], { params: { id }, query: { officeId }, signal }),
    staleTime: 0,
  });

/** Reads again what a change of a client may have changed: the list, the client, and its orders. */
export async function refetchClients(queries: QueryClient): Promise<void> {
  await Promise.all(
    [['clients'], ['client'], ['client-orders'], ['dispatch']].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  );
}
