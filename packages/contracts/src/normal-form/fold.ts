const ASCII = /^[ -~]*$/;
/** Spanish text, which has a fast path. `°` and all other characters take the slow one. */
const SPANISH = /^[ -~áéíóúüñÁÉÍÓÚÜÑ°]*$/;
const PLAIN: Readonly<Record<string, string>> = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u', ü: 'u', ñ: 'n' };
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Mn}\p{Me}]/gu;
/** Apostrophes, primes, spacing acute and grave accents, and single and double quotation marks. */
const QUOTES = /['"`´ʹʺʻʼʽˈˊˋ՚׳״‘’‚‛“”„‟′″‴‵‶‷‹›«»＇＂｀]/gu;
const DASHES = /[\p{Pd}−⁻₋]/gu;
/** Superscripts, fractions and circled numbers: «45²» is not 452. */
const OTHER_NUMBERS = /\p{No}/gu;
const ORDINAL = /[º˚ᵒ]/g;
/** Lower case by way of upper case, which turns «ß» and «ẞ» into «ss». The final «ς» becomes «σ». */
const lower = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
const decomposed = (text: string): string => text.normalize('NFKD').replace(INVISIBLE, '');

/** @returns the folded text with its blanks unchanged. Folding a text equals folding each of its characters. */
export function foldLetters(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replace(/['"`]/g, '');
  if (SPANISH.test(text))
    return text
      .toLowerCase()
      .replace(/[áéíóúüñ]/g, (letter) => PLAIN[letter] ?? letter)
      .replace(/['"`]/g, '');
  const seen = text
    .replace(QUOTES, '')
    .replace(ORDINAL, '°')
    .replaceAll('№', 'n°')
    .replace(OTHER_NUMBERS, ' $& ')
    .replace(DASHES, '-');
  return decomposed(lower(decomposed(seen)))
    .replace(QUOTES, '')
    .replace(DASHES, '-')
    .replace(/[\p{Cc}\p{Z}]/gu, ' ');
}

/**
 * @returns text without case, accents, quotes, apostrophes, invisible characters and repeated blanks, in which
 * full-width letters and dashes of any kind are the usual ones: «ñandu» finds «Ñandú», «o'brien» finds «O’Brien».
 */
export const fold = (text: string): string => foldLetters(text).replace(/\s+/g, ' ').trim();

/** @returns the folded text with blanks instead of punctuation, to compare text that people punctuate differently. */
export const plain = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** @returns the key of a text. Text of symbols only («★») is its own key, so that it equals no other. */
export const keyOr = (key: string, text: string): string => key || fold(text).replace(/[\s.,;:_-]+/g, '');
