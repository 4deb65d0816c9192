import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';

/** Offices to choose from. Fails where no dispatch service is configured; the person then types the office. */
export const officesQuery = queryOptions({
  queryKey: ['offices'],
  queryFn: ({ signal }) => call('offices.list', { signal, quiet: true }),
  staleTime: 5 * 60_000,
});
