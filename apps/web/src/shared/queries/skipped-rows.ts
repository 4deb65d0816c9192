import { queryOptions, skipToken, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** Number of rows left out of a list because they had no id; cached next to the list with key `key`. */
export const skippedRowsQuery = (key: QueryKey) =>
  queryOptions<number>({ queryKey: ['skipped', ...key], queryFn: skipToken, initialData: 0 });

/** @returns a callback that stores this number each time the list is fetched. */
export const recordSkippedRows =
  (client: QueryClient, key: QueryKey) =>
  (rows: number): void => {
    client.setQueryData(skippedRowsQuery(key).queryKey, rows);
  };
