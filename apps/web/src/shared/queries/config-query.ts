import { configOperations } from '@despacho/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';

/** The public configuration. It changes only with a deployment, which brings a new page too. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => call(configOperations['config.read'], { signal, background: true, quiet: true }),
  staleTime: Infinity,
});
