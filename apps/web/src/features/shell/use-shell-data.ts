import type { Office, PublicConfig, Storage } from '@despacho/contracts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/http/call.ts';

/** How often the storage figures are asked for again, in ms. */
const STORAGE_EVERY = 5 * 60_000;

/** The public configuration, which changes only with a deployment. */
export function usePublicConfig(): PublicConfig | undefined {
  return useQuery({
    queryKey: ['config'],
    queryFn: ({ signal }) => call('config.read', { signal, background: true, quiet: true }),
    staleTime: Infinity,
  }).data;
}

/** Bytes stored, or undefined while unknown. A failure is logged where all are; nobody is told (S40). */
export function useStorage(): Storage | undefined {
  const client = useQueryClient();
  const key = ['storage'];
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      // Only the first reading is something a person waits for.
      call('storage.read', { signal, quiet: true, background: client.getQueryData(key) !== undefined }),
    refetchInterval: STORAGE_EVERY,
    placeholderData: keepPreviousData,
  }).data;
}

/** The offices this person may look at; undefined while unknown or where no service lists them. */
export function useOffices(): Office[] | undefined {
  return useQuery({
    queryKey: ['offices'],
    queryFn: ({ signal }) => call('offices.list', { signal, quiet: true }),
    staleTime: 10 * 60_000,
  }).data;
}
