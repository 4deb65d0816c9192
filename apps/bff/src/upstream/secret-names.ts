/** Wherever they stand in a name, also in one without visible words. */
const ANYWHERE = /clave|contrasen|passw|pswd|token|jwt|secret|credential|credencial|authorization|cookie|bearer/;
/** Too short, or too much like other words, to be looked for across the words of a name (hasHistory, sessionIdle). */
const AS_WORDS =
  /hash|pwd|salt\b|\bpsw|psw\b|\b(pass|pin|otp)\b|passphrase|passcode|userpass|\b(php)?sess(ion)?-?id\b|(api|access|private)-?key|llave/;
/** Ordinary words that hold one of the above. */
const ORDINARY = /^(secretari[ao]s?|clavel(es)?|autoclaves?|enclaves?|llaveros?|hashtags?)$/;

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

/** No field has a longer name; to look through one of megabytes would take seconds. */
const LONGEST_NAME = 256;

/** @returns whether a field of an upstream's answer stays here: named like a secret, or like what makes an object another one. */
export const isDroppedName = (name: string): boolean =>
  name === '__proto__' || name.length > LONGEST_NAME || isSecretName(name);
