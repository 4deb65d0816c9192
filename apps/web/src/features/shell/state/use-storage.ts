import { storageOperations } from '@despacho/contracts';
import type { Storage } from '@despacho/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { isConfigured } from '../../../shared/queries/config-query.ts';
import { reading } from '../../../shared/queries/reading.ts';

/** Refetch interval in milliseconds. */
const REFETCH_MS = 5 * 60_000;

/**
 * Used storage in bytes; undefined while loading, after a failed request, or where the storage call is not
 * configured. Failures are logged centrally (S40).
 */
export function useStorage(): Storage | undefined {
  const { data, isError } = useQuery({
    queryKey: ['storage'],
    queryFn: async (context): Promise<Storage | null> =>
      (await isConfigured(context.client, 'storage'))
        ? call(storageOperations['storage.read'], { ...reading(context), logged: true })
        : null,
    refetchInterval: REFETCH_MS,
  });
  return isError ? undefined : (data ?? undefined);
}
