const ASCII = /^[ -~]*$/;
/** Letters of Spanish and what people write with them; `°` and the rest take the long way. */
const SPANISH = /^[ -~áéíóúüñÁÉÍÓÚÜÑ°]*$/;
const PLAIN: Readonly<Record<string, string>> = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u', ü: 'u', ñ: 'n' };
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Mn}\p{Me}]/gu;
/** Apostrophes, primes, acute and grave accents on their own, and quotation marks, single and double. */
const QUOTES = /['"`´ʹʺʻʼʽˈˊˋ՚׳״‘’‚‛“”„‟′″‴‵‶‷‹›«»＇＂｀]/gu;
const DASHES = /[\p{Pd}−⁻₋]/gu;
/** Superscripts, fractions and circled numbers: «45²» is not 452. */
const OTHER_NUMBERS = /\p{No}/gu;
const ORDINAL = /[º˚ᵒ]/g;
/** Upper case in between turns «ß» into «SS», also from «ẞ». The final «ς» is the usual «σ». */
const lower = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
const decomposed = (text: string): string => text.normalize('NFKD').replace(INVISIBLE, '');

/** @returns the letters of `fold`, with blanks as they are. A text folds as its characters do, one by one. */
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

/** @returns the folded text with blanks for punctuation, to compare what people punctuate differently. */
export const plain = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** @returns a key of a text; one of only symbols («★») keeps them, so that it equals no other. */
export const keyOr = (key: string, text: string): string => key || fold(text).replace(/[\s.,;:_-]+/g, '');
