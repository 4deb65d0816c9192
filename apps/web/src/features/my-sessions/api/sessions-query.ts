import { sessionOperations } from '@despacho/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { refreshing } from '../../../shared/queries/refreshing.ts';

/** Refetch interval in milliseconds. */
const REFETCH_MS = 20_000;

/** The user's own sessions. Refetching does not extend any session. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal, client, queryKey }) => {
    const background = refreshing(client, queryKey);
    const { sessions } = await call(sessionOperations['sessions.list'], { signal, background });
    return sessions;
  },
  staleTime: 0,
  refetchInterval: REFETCH_MS,
});
