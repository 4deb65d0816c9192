/** Words that start with the sound «i», before which «y» becomes «e». Except «hie», «ia», «ie» and «io»: a diphthong. */
const SOUNDS_LIKE_I = /^h?[ií](?![aeou])/i;

/** @returns a Spanish enumeration: «A», «A y B», «A, B e Imágenes». */
export function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  if (words.length < 2) return last;
  return `${words.slice(0, -1).join(', ')} ${SOUNDS_LIKE_I.test(last) ? 'e' : 'y'} ${last}`;
}
