import { storageOperations } from '@despacho/contracts';
import type { Storage } from '@despacho/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { isConfigured } from '../../../shared/queries/config-query.ts';
import { refreshing } from '../../../shared/queries/refreshing.ts';

/** Refetch interval in milliseconds. */
const REFETCH_MS = 5 * 60_000;

const KEY = ['storage'];

/**
 * Used storage in bytes; undefined while loading, after a failed request, or where the storage call is not
 * configured. Failures are logged centrally (S40).
 */
export function useStorage(): Storage | undefined {
  const client = useQueryClient();
  const { data, isError } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }): Promise<Storage | null> =>
      (await isConfigured(client, 'storage'))
        ? call(storageOperations['storage.read'], { signal, logged: true, background: refreshing(client, KEY) })
        : null,
    refetchInterval: REFETCH_MS,
  });
  return isError ? undefined : (data ?? undefined);
}
