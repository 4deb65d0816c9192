import { Failure } from '../problems/failure.ts';

/** Wherever they stand in a name, also in one without visible words. */
const ANYWHERE = /clave|contrasen|passw|pswd|token|jwt|secret|credential|credencial|authorization|cookie|bearer/;
/** Too short, or too much like other words, to be looked for across the words of a name (hasHistory, sessionIdle). */
const AS_WORDS =
  /hash|pwd|salt\b|\bpsw|psw\b|\b(pass|pin|otp)\b|passphrase|passcode|userpass|\b(php)?sess(ion)?-?id\b|(api|access|private)-?key|llave/;
/** Ordinary words that hold one of the above. */
const ORDINARY = /^(secretari[ao]s?|clavel(es)?|autoclaves?|enclaves?|llaveros?|hashtags?)$/;
/** Far deeper than any answer that means something, far shallower than the stack. */
const MAX_DEPTH = 40;

/** @returns `claveAcceso`, `clave_acceso` and `CLAVE-ACCESO` as the same words, without accents. */
function wordsOf(name: string): string[] {
  const plain = name.normalize('NFD').replace(/\p{Mark}/gu, '');
  const parted = plain.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return parted.toLowerCase().match(/[a-z]+|[0-9]+/g) ?? [];
}

function looksSecret(name: string): boolean {
  const words = wordsOf(name).filter((word) => !ORDINARY.test(word));
  return ANYWHERE.test(words.join('')) || AS_WORDS.test(words.join('-'));
}

/** The fields of all answers are some hundred names, asked for again in each row. */
const MAX_KNOWN = 2000;
/** Names longer than this are judged each time, so that what is remembered stays small whatever a host sends. */
const MAX_KNOWN_LENGTH = 64;
const known = new Map<string, boolean>();

/** @returns whether a field or a parameter is named like a secret. */
export function isSecretName(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  const secret = looksSecret(name);
  if (name.length <= MAX_KNOWN_LENGTH) {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(name, secret);
  }
  return secret;
}

const isDropped = (name: string): boolean => name === '__proto__' || isSecretName(name);

/** @throws Failure `upstream-broken` for what lies deeper than any answer that means something. */
function heldDeeper(value: unknown, depth: number): boolean {
  if (depth > MAX_DEPTH) throw new Failure('upstream-broken', { note: 'answer nested too deeply' });
  return typeof value === 'object' && value !== null && holdsSecrets(value, depth);
}

/** Looks at all of it, also when one is found early: the rest may be nested too deeply. */
function holdsSecrets(value: object, depth: number): boolean {
  let found = false;
  if (Array.isArray(value)) {
    for (const inner of value as unknown[]) if (heldDeeper(inner, depth + 1)) found = true;
    return found;
  }
  for (const name of Object.keys(value))
    if (isDropped(name) || heldDeeper((value as Record<string, unknown>)[name], depth + 1)) found = true;
  return found;
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !isDropped(name));
  return Object.fromEntries(kept.map(([name, entry]) => [name, withoutSecrets(entry)]));
}

/**
 * @param value JSON as it was parsed.
 * @returns an upstream's answer without the fields that are named like a secret, at any depth; the value itself where there
 * are none. Legacy hosts send whole database rows.
 * @throws Failure `upstream-broken` when it is nested beyond reason.
 */
export function dropSecrets(value: unknown): unknown {
  return heldDeeper(value, 0) ? withoutSecrets(value) : value;
}
