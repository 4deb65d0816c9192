import { configOperations, type PublicConfig } from '@despacho/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';

/** The public configuration. It only changes with a deployment, which also replaces the page. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => call(configOperations['config.read'], { signal }),
  staleTime: Infinity,
});

/**
 * @returns whether this installation has a section, so that nothing calls an unconfigured service. If the configuration
 * cannot be read, the section itself shows the error.
 */
export async function isConfigured(client: QueryClient, section: keyof PublicConfig['sections']): Promise<boolean> {
  try {
    return (await client.query({ ...configQuery, staleTime: 'static' })).sections[section];
  } catch {
    return true;
  }
}
