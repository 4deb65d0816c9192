import { providerOperations } from '@despacho/contracts';
import type * as z from 'zod/mini';

const { body } = providerOperations['provider.finish'];

/** Parameters of an authorization response. */
export type ProviderAnswer = z.input<typeof body>;

const NAMES = ['state', 'code', 'error', 'iss'] as const satisfies readonly (keyof ProviderAnswer)[];

/** @param search query of the page's address. @returns the response; undefined if the query is not one. */
export function providerAnswer(search: string): ProviderAnswer | undefined {
  const query = new URLSearchParams(search);
  const given = NAMES.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : []));
  const read = body.safeParse(Object.fromEntries(given));
  return read.success ? read.data : undefined;
}
