import { type Office, officeOperations } from '@despacho/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { isConfigured } from './config-query.ts';

/** What charge S sees of the company's offices. Fetched again by the live event `office.changed`. */
export const companyOfficesKey = ['company-offices'] as const;

/** The offices this user may open; null without a dispatch service, which is then not called. */
export const officesQuery = queryOptions({
  queryKey: ['offices'],
  queryFn: async ({ signal, client }): Promise<readonly Office[] | null> =>
    (await isConfigured(client, 'operations')) ? call(officeOperations['offices.list'], { signal }) : null,
  staleTime: 5 * 60_000,
});
