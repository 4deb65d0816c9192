import { providerOperations } from '@despacho/contracts';
import type * as z from 'zod/mini';

const { body } = providerOperations['provider.finish'];

/** What the provider put into the address of the page. */
export type ProviderAnswer = z.input<typeof body>;

const NAMES = ['state', 'code', 'error', 'iss'] as const satisfies readonly (keyof ProviderAnswer)[];

/** @param search query of the page's address. @returns undefined if it is no answer of a provider. */
export function providerAnswer(search: string): ProviderAnswer | undefined {
  const query = new URLSearchParams(search);
  const given = NAMES.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : []));
  const read = body.safeParse(Object.fromEntries(given));
  return read.success ? read.data : undefined;
}
