import { officeOperations } from '@despacho/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';

/** The offices this person may look at. Fails where no dispatch service lists them; everyone can do without. */
export const officesQuery = queryOptions({
  queryKey: ['offices'],
  queryFn: ({ signal }) => call(officeOperations['offices.list'], { signal, quiet: true }),
  staleTime: 5 * 60_000,
});
