import { sessionOperations } from '@despacho/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { reading } from '#shared/queries/reading.ts';

/** Refetch interval in milliseconds. */
const REFETCH_MS = 20_000;

/** The user's own sessions. Refetching does not extend any session. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async (context) => (await call(sessionOperations['sessions.list'], reading(context))).sessions,
  staleTime: 0,
  refetchInterval: REFETCH_MS,
});
