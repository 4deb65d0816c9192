/** Shorter values occur by chance in unrelated text. */
export const SHORTEST_SECRET = 8;

/**
 * Base64 of a string at any position inside a larger encoded value: three fragments, one for each offset of its first
 * byte in a group of three. The characters that depend on neighbours are cut off at both ends.
 */
function base64Fragments(secret: string, coding: 'base64' | 'base64url'): string[] {
  return [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 3));
    return whole.toString(coding).slice(Math.ceil((offset * 8) / 6));
  });
}

const unicodeEscapes = (secret: string): string =>
  secret.replace(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** @returns every encoding of a secret: plain, URL, JSON, base64 and hexadecimal. */
export function spellingsOf(secret: string): string[] {
  const hex = Buffer.from(secret).toString('hex');
  return [
    ...new Set([
      secret,
      encodeURIComponent(secret),
      encodeURIComponent(secret).replaceAll('%20', '+'),
      JSON.stringify(secret).slice(1, -1),
      unicodeEscapes(JSON.stringify(secret).slice(1, -1)),
      ...base64Fragments(secret, 'base64'),
      ...base64Fragments(secret, 'base64url'),
      hex,
      hex.toUpperCase(),
    ]),
  ];
}

/** @returns the `secrets` that occur in `haystack` in any encoding. */
export function secretsIn(haystack: string | Buffer, secrets: Iterable<string>): string[] {
  const bytes = Buffer.from(haystack);
  // Headers are sent as Latin-1, bodies as UTF-8.
  const found = (text: string) =>
    bytes.includes(text) || (/[^ -~]/.test(text) && bytes.includes(Buffer.from(text, 'latin1')));
  return [...new Set(secrets)].filter((secret) => spellingsOf(secret).some(found));
}
