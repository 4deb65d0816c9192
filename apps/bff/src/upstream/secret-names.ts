/** Matched anywhere in a name, also in one without separate words. */
const ANYWHERE = /clave|contrasen|passw|pswd|token|jwt|secret|credential|credencial|authorization|cookie|bearer/;
/** Too short, or too similar to other words, to be matched across words of a name (hasHistory, sessionIdle). */
const AS_WORDS =
  /hash|pwd|salt\b|\bpsw|psw\b|\b(pass|pin|otp)\b|passphrase|passcode|userpass|\b(php)?sess(ion)?-?id\b|(api|access|private)-?key|llave/;
/** Ordinary words that contain one of the above. */
const ORDINARY = /^(secretari[ao]s?|clavel(es)?|autoclaves?|enclaves?|llaveros?|hashtags?)$/;

/** @returns the words of a name without accents, the same for `claveAcceso`, `clave_acceso` and `CLAVE-ACCESO`. */
function wordsOf(name: string): string[] {
  const plain = name.normalize('NFD').replace(/\p{Mark}/gu, '');
  const parted = plain.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return parted.toLowerCase().match(/[a-z]+|[0-9]+/g) ?? [];
}

function looksSecret(name: string): boolean {
  const words = wordsOf(name).filter((word) => !ORDINARY.test(word));
  return ANYWHERE.test(words.join('')) || AS_WORDS.test(words.join('-'));
}

/** All responses together have a few hundred field names, which repeat in each row. */
const MAX_KNOWN = 2000;
/** Longer names are not cached, so that the cache stays small whatever a host sends. */
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

/** No real field has a longer name; searching one of megabytes would take seconds. */
const LONGEST_NAME = 256;

/** @returns whether a field of an upstream's response is dropped: named like a secret, or like a prototype key. */
export const isDroppedName = (name: string): boolean =>
  name === '__proto__' || name.length > LONGEST_NAME || isSecretName(name);
