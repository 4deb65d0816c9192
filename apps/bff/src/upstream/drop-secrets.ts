import { Failure } from '#problems/failure.ts';
import { isDroppedName } from './secret-names.ts';

/** Far deeper than any sensible response, far below the stack limit. */
export const MAX_DEPTH = 40;

/** Always walks the whole value: the rest may be nested too deeply. */
function holdsSecrets(value: unknown, depth: number): boolean {
  if (depth > MAX_DEPTH) throw new Failure('upstream-broken', { note: 'answer nested too deeply' });
  if (typeof value !== 'object' || value === null) return false;
  let found = false;
  const isList = Array.isArray(value);
  for (const name of Object.keys(value))
    if (!isList && isDroppedName(name)) found = true;
    else if (holdsSecrets((value as Record<string, unknown>)[name], depth + 1)) found = true;
  return found;
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !isDroppedName(name));
  return Object.fromEntries(kept.map(([name, entry]) => [name, withoutSecrets(entry)]));
}

/**
 * @param value parsed JSON.
 * @returns an upstream's response without fields named like a secret, at any depth; the value itself if there are none.
 * Legacy hosts send whole database rows.
 * @throws Failure `upstream-broken` if it is nested too deeply.
 */
export function dropSecrets(value: unknown): unknown {
  return holdsSecrets(value, 0) ? withoutSecrets(value) : value;
}
