import { MAX_DEPTH } from './drop-secrets.ts';

/** A JSON string or number. No other token contains digits. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const INTEGER = /^-?\d+$/;

const isInexact = (value: number): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);

function holdsInexact(value: unknown, depth = 0): boolean {
  if (typeof value === 'number') return isInexact(value);
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return false;
  for (const inner of Object.values(value)) if (holdsInexact(inner, depth + 1)) return true;
  return false;
}

/**
 * Parses JSON. Integers above 2^53 become strings: some hosts use such row ids, and JavaScript would round them to the
 * id of another row.
 * @throws SyntaxError
 */
export function parseExactly(json: string): unknown {
  const value: unknown = JSON.parse(json);
  if (!holdsInexact(value)) return value;
  const exact = (token: string) => (INTEGER.test(token) && isInexact(Number(token)) ? `"${token}"` : token);
  return JSON.parse(json.replace(TOKEN, exact));
}
