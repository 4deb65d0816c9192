import { type QueryClient, type QueryKey } from '@tanstack/react-query';
import { type Background } from '../http/background.ts';
import { knownAnswers } from './known-answers.ts';

/** The context of a `queryFn`. */
export interface QueryContext {
  client: QueryClient;
  queryKey: QueryKey;
  signal: AbortSignal;
}

/**
 * @returns `refresh` while displayed data is refetched; undefined for the first load and for the next page of a list,
 * which the user waits for.
 */
function refreshing(client: QueryClient, queryKey: QueryKey): Background | undefined {
  const state = client.getQueryState(queryKey);
  const isKnown = state?.data !== undefined;
  return isKnown && state.fetchMeta?.fetchMore === undefined ? 'refresh' : undefined;
}

/** @returns options of `call` for a query: it can be aborted, and a refresh runs in the background. */
export const reading = ({ client, queryKey, signal }: QueryContext) => ({
  signal,
  background: refreshing(client, queryKey),
});

/** The same, and an unchanged response is confirmed by its ETag. */
export const readingChanges = (context: QueryContext) => ({
  ...reading(context),
  known: knownAnswers(context.client),
});
