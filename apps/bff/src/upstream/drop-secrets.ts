import { Failure } from '../problems/failure.ts';

const SECRET_NAME = /clave|contrasen|passw|pwd|token|hash|secret|salt$/;
/** Far deeper than any answer that means something, far shallower than the stack. */
const MAX_DEPTH = 40;

const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase();

/**
 * @returns a copy of an upstream's answer without the fields that are named like a secret, at any depth. Legacy hosts
 * send whole database rows.
 * @throws Failure `upstream-broken` when it is nested beyond reason.
 */
export function dropSecrets(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new Failure('upstream-broken', { note: 'answer nested too deeply' });
  if (Array.isArray(value)) return value.map((entry) => dropSecrets(entry, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => name !== '__proto__' && !SECRET_NAME.test(plainName(name)));
  return Object.fromEntries(kept.map(([name, entry]) => [name, dropSecrets(entry, depth + 1)]));
}
