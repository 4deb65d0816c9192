import { type Client } from '@despacho/contracts';
import { fold } from '#shared/fields/fold.ts';
import { knownField } from './dictionary.ts';

const known = new WeakMap<Client, string>();

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(texts);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}

/** Phone numbers match in any grouping: `987654321` in «+51 987 654 321». */
const spellings = ([key, value]: [string, unknown]): string[] =>
  knownField(key)?.role === 'phone' ? texts(value).flatMap((text) => [text, text.replace(/\D/g, '')]) : texts(value);

/** @returns all searchable text of a client, normalised. Cached per client. */
export function haystackOf(client: Client): string {
  const made = known.get(client);
  if (made !== undefined) return made;
  // Search words contain no line break, so a match never spans two fields.
  const haystack = Object.entries(client).flatMap(spellings).map(fold).join('\n');
  known.set(client, haystack);
  return haystack;
}
