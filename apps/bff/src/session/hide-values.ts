import { type Config } from '#config.ts';
import { type UpstreamSecrets } from './record.ts';

/** Shorter values are codes and words that also occur in ordinary data. */
const SHORTEST = 8;

type Storage = Pick<Config, 'STORAGE_PASSWORD' | 'STORAGE_TAX_ID'>;

/**
 * @param names of the user and the office. A host may name the branch like the office, and people sign in with their
 * company's tax id as a name: those values are not secret. Nor is a tax id in a list of companies.
 * @returns the credentials sent to upstreams, which must not be in their responses.
 */
export function valuesToHide(
  { bearer, loginToken, branch, taxId }: UpstreamSecrets,
  names: readonly (string | null)[],
  { STORAGE_PASSWORD, STORAGE_TAX_ID }: Storage,
): string[] {
  const known = new Set(names.map((name) => name?.toLowerCase()));
  const values = [bearer, loginToken, branch, taxId, STORAGE_PASSWORD, STORAGE_TAX_ID];
  return [...new Set(values)].filter(
    (value): value is string => (value?.length ?? 0) >= SHORTEST && !known.has(value?.toLowerCase()),
  );
}

function isHeldBy(text: string, hidden: readonly string[]): boolean {
  return text.length >= SHORTEST && hidden.some((value) => value.length >= SHORTEST && text.includes(value));
}

function holdsAny(value: unknown, hidden: readonly string[]): boolean {
  if (typeof value === 'string') return isHeldBy(value, hidden);
  if (typeof value === 'number') return isHeldBy(String(value), hidden);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((inner) => holdsAny(inner, hidden));
  for (const name of Object.keys(value))
    if (isHeldBy(name, hidden) || holdsAny((value as Record<string, unknown>)[name], hidden)) return true;
  return false;
}

function withoutAny(value: unknown, hidden: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((entry) => withoutAny(entry, hidden));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !isHeldBy(name, hidden))
        .map(([name, inner]) => [name, withoutAny(inner, hidden)]),
    );
  return holdsAny(value, hidden) ? '…' : value;
}

/**
 * Removes credentials from an upstream's response by value, whatever the name of the field.
 * @param value nested no deeper than `dropSecrets` accepts.
 * @returns the value itself if it contains none.
 */
export function hideValues(value: unknown, hidden: readonly string[]): unknown {
  return holdsAny(value, hidden) ? withoutAny(value, hidden) : value;
}
