import { pathOf } from '@despacho/contracts';
import {
  companyTrailOperations,
  type RecordFormat,
  type TrailPage,
  type TrailSearch,
} from '@despacho/contracts/dispatch';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { addressOf } from '#shared/http/address.ts';
import { call } from '#shared/http/call.ts';
import { download } from '#shared/http/download.ts';
import { reading } from '#shared/queries/reading.ts';
import { searchParams } from '../rules/search-params.ts';

/** The trail of the company, as a user of an office reads it: its days are those of the office. */
export const recordsQuery = (officeId: string, search: TrailSearch) =>
  infiniteQueryOptions({
    queryKey: ['records', officeId, search],
    queryFn: ({ pageParam, ...context }): Promise<TrailPage> =>
      call(companyTrailOperations['trail.list'], {
        query: { officeId, ...search, ...(pageParam !== undefined && { antes: pageParam }) },
        ...reading(context),
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** Downloads everything that a search finds. */
export function downloadRecords(officeId: string, search: TrailSearch, formato: RecordFormat): void {
  const query = new URLSearchParams({ officeId, ...Object.fromEntries(searchParams(search)), formato });
  download(`${addressOf(pathOf(companyTrailOperations['trail.file'], {}))}?${query.toString()}`);
}
