import { type QueryClient, type QueryKey } from '@tanstack/react-query';
import { type Background } from '../http/background.ts';

/**
 * @returns `refresh` while displayed data is refetched; undefined for the first load and for the next page of a list,
 * which the user waits for.
 */
export function refreshing(client: QueryClient, queryKey: QueryKey): Background | undefined {
  const state = client.getQueryState(queryKey);
  const isKnown = state?.data !== undefined;
  return isKnown && state.fetchMeta?.fetchMore === undefined ? 'refresh' : undefined;
}
