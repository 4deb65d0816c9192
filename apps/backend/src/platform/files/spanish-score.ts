const LOWER = /\p{Ll}/u;
const UPPER = /\p{Lu}/u;
const LETTER = /\p{L}/u;
/** Non-ASCII letters of Spanish. */
const SPANISH = /[áéíóúñüÁÉÍÓÚÑÜ]/;
/** Letters of names from other languages. */
const LATIN = /[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f]/;
/** Characters that occur in any correct text, and so prove nothing. */
const NEUTRAL = /[\u00a0·•…²³½¼®™\p{Cf}\p{Mn}\p{So}\p{Extended_Pictographic}]/u;

/** @returns the score of a letter: negative if it breaks the case of its word. */
function letterScore(before: string, letter: string, after: string): number {
  const best = SPANISH.test(letter) ? 2 : 0.5;
  if (UPPER.test(letter)) return LOWER.test(before) ? -2 : UPPER.test(before) || LETTER.test(after) ? best : best / 4;
  if (UPPER.test(after)) return -2;
  return LOWER.test(before) || LOWER.test(after) ? best : best / 4;
}

/** @returns the score of a mark: negative where correct text does not have it. */
function markScore(before: string, mark: string, after: string): number {
  const isAfterLetter = LETTER.test(before);
  const isBeforeLetter = LETTER.test(after);
  if (/[º°ª]/.test(mark)) return /[\dNn.]/.test(before) && !isBeforeLetter ? 2 : -1;
  if (/[’´]/.test(mark) && isAfterLetter) return isBeforeLetter ? 1 : 0.5;
  if (/[¿¡«“‘]/.test(mark)) return !isAfterLetter && /[\p{L}\d]/u.test(after) ? 1 : -1;
  if (/[»”’]/.test(mark)) return /[\p{L}\d.!?]/u.test(before) && !isBeforeLetter ? 1 : -1;
  if (/[–—]/.test(mark)) return isAfterLetter || isBeforeLetter ? -1 : 1;
  if (mark === '€') return isAfterLetter || isBeforeLetter ? -1 : 1;
  return -2;
}

/**
 * @returns how much the non-ASCII characters of a text look like correct Spanish: two points per Spanish letter in its
 * place, negative points for symbols inside words and for bytes that could not be decoded.
 */
export function spanishScore(text: string): number {
  const characters = Array.from(text);
  let score = 0;
  characters.forEach((each, index) => {
    if (each <= '\u007f') return;
    const before = characters[index - 1] ?? '';
    const after = characters[index + 1] ?? '';
    if (each === '\ufffd' || each <= '\u009f') score -= 4;
    else if (LATIN.test(each)) score += letterScore(before, each, after);
    else if (LETTER.test(each) && !/[ºª]/.test(each)) score -= 1;
    else if (!NEUTRAL.test(each) || /[°]/.test(each)) score += markScore(before, each, after);
  });
  return score;
}
