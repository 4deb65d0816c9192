import { sessionOperations } from '@despacho/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { refreshing } from '../../../shared/queries/refreshing.ts';

/** How often the list is read again while it is on screen, in ms. */
const AGAIN_EVERY = 20_000;

/** The person's own sessions. Reading them again keeps none alive. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal, client, queryKey }) => {
    const background = refreshing(client, queryKey);
    const { sessions } = await call(sessionOperations['sessions.list'], { signal, background });
    return sessions;
  },
  staleTime: 0,
  refetchInterval: AGAIN_EVERY,
});
