import { type Config } from '../config.ts';
import { type UpstreamSecrets } from './record.ts';

/** Shorter ones are codes and words that stand in ordinary data as well. */
const SHORTEST = 8;

type Storage = Pick<Config, 'STORAGE_PASSWORD' | 'STORAGE_TAX_ID'>;

/**
 * @param names by which the person and the office are known. A host may call the branch like the office, and people sign
 * in with their company's tax id as a name: then it is nothing the browser does not know.
 * @returns the values that are shown to upstreams and must not come back from them.
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
 * Takes credentials out of an upstream's answer by their value, whatever the field that holds them is called.
 * @param value nested no deeper than `dropSecrets` lets pass.
 * @returns the value itself where it holds none.
 */
export function hideValues(value: unknown, hidden: readonly string[]): unknown {
  return holdsAny(value, hidden) ? withoutAny(value, hidden) : value;
}
