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

/** Headers are sent as Latin-1, bodies as UTF-8. */
const bytesOf = (text: string): Buffer[] =>
  /[^ -~]/.test(text) ? [Buffer.from(text), Buffer.from(text, 'latin1')] : [Buffer.from(text)];

/** @returns the slot of the first four bytes of a spelling in a table of 65,536. */
const slotOf = (fourBytes: number): number => Math.imul(fourBytes, 0x9e3779b1) >>> 16;

/**
 * Reads the text once for all secrets: one search per spelling took a third of the CPU of the gateway's tests.
 * @returns the `secrets` that occur in `haystack` in any encoding.
 */
export function secretsIn(haystack: string | Buffer, secrets: Iterable<string>): string[] {
  const bytes = typeof haystack === 'string' ? Buffer.from(haystack) : haystack;
  const found = new Set<string>();
  const marked = new Uint8Array(65_536);
  const byStart = new Map<string, { secret: string; spelling: Buffer }[]>();
  const all = new Set(secrets);
  for (const secret of all)
    for (const spelling of spellingsOf(secret).flatMap(bytesOf)) {
      if (spelling.length < SHORTEST_SECRET) {
        if (bytes.includes(spelling)) found.add(secret);
        continue;
      }
      marked[slotOf(spelling.readInt32LE())] = 1;
      const start = spelling.toString('latin1', 0, SHORTEST_SECRET);
      const others = byStart.get(start);
      if (others) others.push({ secret, spelling });
      else byStart.set(start, [{ secret, spelling }]);
    }
  let fourBytes = 0;
  for (let at = -3; at <= bytes.length - SHORTEST_SECRET; at += 1) {
    fourBytes = (fourBytes >>> 8) | ((bytes[at + 3] ?? 0) << 24);
    if (at < 0 || marked[slotOf(fourBytes)] === 0) continue;
    for (const { secret, spelling } of byStart.get(bytes.toString('latin1', at, at + SHORTEST_SECRET)) ?? [])
      if (!found.has(secret) && bytes.subarray(at, at + spelling.length).equals(spelling)) found.add(secret);
  }
  return [...all].filter((secret) => found.has(secret));
}
