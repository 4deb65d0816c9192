import { type QueryClient, type QueryKey } from '@tanstack/react-query';
import { type Background } from '../http/background.ts';

/**
 * @returns `refresh` while data that is on screen already is read again; undefined while somebody waits: for the first
 * load, and for the next page of a list.
 */
export function refreshing(client: QueryClient, queryKey: QueryKey): Background | undefined {
  const state = client.getQueryState(queryKey);
  const isKnown = state?.data !== undefined;
  return isKnown && state.fetchMeta?.fetchMore === undefined ? 'refresh' : undefined;
}
