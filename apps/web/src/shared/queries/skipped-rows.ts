import { queryOptions, skipToken, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** How many rows of a list were left out because they had no id: kept beside the list, which is asked for by `key`. */
export const skippedRowsQuery = (key: QueryKey) =>
  queryOptions<number>({ queryKey: ['skipped', ...key], queryFn: skipToken, initialData: 0 });

/** @returns what notes that number each time the list has been asked for. */
export const recordSkippedRows =
  (client: QueryClient, key: QueryKey) =>
  (rows: number): void => {
    client.setQueryData(skippedRowsQuery(key).queryKey, rows);
  };
