const LOWER = /\p{Ll}/u;
const UPPER = /\p{Lu}/u;
const LETTER = /\p{L}/u;
/** Letters that Spanish has besides those of ASCII. */
const SPANISH = /[áéíóúñüÁÉÍÓÚÑÜ]/;
/** Letters of names from other languages. */
const LATIN = /[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f]/;
/** Occur in correct text of any script, and prove nothing. */
const NEUTRAL = /[\u00a0·•…²³½¼®™\p{Cf}\p{Mn}\p{So}\p{Extended_Pictographic}]/u;

/** A letter within a word in which upper and lower case do not alternate. */
function letterScore(before: string, letter: string, after: string): number {
  const best = SPANISH.test(letter) ? 2 : 0.5;
  if (UPPER.test(letter)) return LOWER.test(before) ? -2 : UPPER.test(before) || LETTER.test(after) ? best : best / 4;
  if (UPPER.test(after)) return -2;
  return LOWER.test(before) || LOWER.test(after) ? best : best / 4;
}

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
 * How much the characters outside of ASCII look like correct Spanish text where they are: positive if they do, two per
 * Spanish letter; negative for symbols within words and for bytes that could not be decoded.
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
