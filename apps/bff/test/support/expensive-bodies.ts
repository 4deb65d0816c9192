type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** @returns as many of `part` as fit into `bytes`, between `before` and `after`. */
const filled = (bytes: number, before: string, part: (index: number) => string, after: string): string => {
  const parts: string[] = [];
  let left = bytes - Buffer.byteLength(before) - after.length;
  for (let index = 0; ; index++) {
    const next = part(index);
    left -= next.length + 1;
    if (left < 0) break;
    parts.push(next);
  }
  return `${before}${parts.join(',')}${after}`;
};

/** Characters that make trimming, matching and folding of text expensive. */
const TEXTS = [' ', 'e\u0301', '😀'];

/** @returns copies of a valid body, each with one string or list that takes up the remaining size. */
function stretched(value: Json, bytes: number): Json[] {
  if (typeof value === 'string')
    return TEXTS.map((text) => `${text.repeat(Math.floor(bytes / (2 * JSON.stringify(text).length)))}x`);
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    const size = JSON.stringify(value).length;
    const many = Array.from({ length: Math.floor(bytes / (size + 1)) }, () => value).flat();
    return [many];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    stretched(inner, bytes - JSON.stringify(value).length - 16).map((each) => ({ ...value, [name]: each })),
  );
}

/** @returns the cheapest body of a size: one string. */
export const plainBody = (bytes: number): string => JSON.stringify({ inesperado: 'x'.repeat(bytes - 20) });

/**
 * @param valid a body that the contract accepts.
 * @param bytes maximum size of each.
 * @returns the most expensive bodies of that size, by kind.
 */
export function expensiveBodies(valid: unknown, bytes: number): Record<string, string> {
  const half = Math.floor(bytes / 2) - 8;
  return {
    'deep lists': '['.repeat(half) + ']'.repeat(half),
    'deep objects': '{"a":'.repeat(Math.floor(bytes / 7)) + '0' + '}'.repeat(Math.floor(bytes / 7)),
    'many numbers': filled(bytes, '[', () => '0', ']'),
    'long numbers': filled(bytes, '[', () => '1.7976931348623157e308', ']'),
    'many lists': filled(bytes, '[', () => '[]', ']'),
    'many keys': filled(bytes, '{', (index) => `"${index.toString(36)}":0`, '}'),
    'many unknown keys beside valid ones': filled(
      bytes,
      `${JSON.stringify(valid).slice(0, -1)},`,
      (index) => `"x${index.toString(36)}":0`,
      '}',
    ),
    'escaped text': filled(bytes, '["', () => '\\u0041', '"]').replaceAll(',', ''),
    ...Object.fromEntries(
      stretched(valid as Json, bytes)
        .map((body, index) => [`stretched ${index}`, JSON.stringify(body)] as const)
        .filter(([, body]) => Buffer.byteLength(body) <= bytes),
    ),
  };
}
