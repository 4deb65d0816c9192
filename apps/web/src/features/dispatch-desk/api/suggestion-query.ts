import { type Suggest, type Suggestion, suggestionOperations } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';

/** Asks for a proposal of assignments and routes. It writes nothing. */
export const suggest = (officeId: string, body: Suggest, signal: AbortSignal): Promise<Suggestion> =>
  call(suggestionOperations['assignments.suggest'], { query: { officeId }, body, signal });

/** A proposal. Always refetched, because others may have changed orders since. */
export const suggestionQuery = (officeId: string, body: Suggest) =>
  queryOptions({
    // Outside the keys that live events invalidate, so that it does not change while the user reviews it.
    queryKey: ['suggestion', officeId, body] as const,
    queryFn: ({ signal }) => suggest(officeId, body, signal),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
