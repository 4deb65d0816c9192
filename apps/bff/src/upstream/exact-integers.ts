import { MAX_DEPTH } from './drop-secrets.ts';

/** A text, or a number, of JSON. Nothing else of it holds digits. */
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
 * Parses JSON. Whole numbers beyond 2^53 become texts: some hosts number their rows so, and JavaScript would round them to
 * the number of another row.
 * @throws SyntaxError
 */
export function parseExactly(json: string): unknown {
  const value: unknown = JSON.parse(json);
  if (!holdsInexact(value)) return value;
  const exact = (token: string) => (INTEGER.test(token) && isInexact(Number(token)) ? `"${token}"` : token);
  return JSON.parse(json.replace(TOKEN, exact));
}
