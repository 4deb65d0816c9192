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

/** @returns whether a field or a parameter is named like a secret. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name).filter((word) => !ORDINARY.test(word));
  return ANYWHERE.test(words.join('')) || AS_WORDS.test(words.join('-'));
}

/**
 * @returns a copy of an upstream's answer without the fields that are named like a secret, at any depth. Legacy hosts
 * send whole database rows.
 * @throws Failure `upstream-broken` when it is nested beyond reason.
 */
export function dropSecrets(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new Failure('upstream-broken', { note: 'answer nested too deeply' });
  if (Array.isArray(value)) return value.map((entry) => dropSecrets(entry, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => name !== '__proto__' && !isSecretName(name));
  return Object.fromEntries(kept.map(([name, entry]) => [name, dropSecrets(entry, depth + 1)]));
}
