import { configOperations, type PublicConfig } from '@despacho/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../http/call.ts';

/** The public configuration. It changes only with a deployment, which brings a new page too. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => call(configOperations['config.read'], { signal }),
  staleTime: Infinity,
});

/**
 * @returns whether this installation has a section, so that nothing asks for what is not configured. Where the configuration
 * cannot be had the section itself has to say.
 */
export async function isConfigured(client: QueryClient, section: keyof PublicConfig['sections']): Promise<boolean> {
  try {
    return (await client.query({ ...configQuery, staleTime: 'static' })).sections[section];
  } catch {
    return true;
  }
}
