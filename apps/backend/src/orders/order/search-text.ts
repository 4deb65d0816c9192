import { addressKey, codeKey, fold, nameKey, phoneKey, plain } from '@despacho/contracts';
import { type OrderFields } from '@despacho/contracts/dispatch';
import { DISTRICTS } from '#platform/districts/districts.ts';

const digits = (text: string): string => text.replace(/\D/g, '');

/** A district's code, marked so that no other number matches it, and its name. */
const districtText = (ubigeo: string): string => fold(`#${ubigeo} ${DISTRICTS.of(ubigeo)?.name ?? ''}`);

/** @returns the digits of a telephone. A landline keeps the zero of its area code, as people type it. */
function phoneText(phone: string | null): string {
  const key = phoneKey(phone ?? '');
  return key.length === 8 ? `0${key}` : key;
}

/** The code and RUC of an order's client. */
export interface ClientNumbers {
  code: string;
  tax_id: string;
}

const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/**
 * @param client code and RUC of the sender if it is a client of the company, so that its orders are found by them.
 * @returns the searched text of an order: what people read in it, and other spellings that they may search for, such as
 * «jiron» for «Jr.» and «eirl» for «E.I.R.L.». Telephone numbers are reduced to digits.
 */
export function searchText(code: string, fields: OrderFields, client?: ClientNumbers): string {
  const numbers = [fields.clientReference, fields.guide, client?.code, client?.tax_id].map((each) => each ?? '');
  const written = fold(
    [
      code,
      fields.clientName,
      fields.recipient,
      phoneText(fields.phone),
      phoneText(fields.clientPhone),
      fields.address,
      ...numbers,
      districtText(fields.ubigeo),
    ].join(' '),
  );
  const known = new Set(wordsOf(written));
  const otherwise = [
    ...wordsOf(nameKey(fields.clientName)),
    ...wordsOf(nameKey(fields.recipient)),
    ...wordsOf(addressKey(fields.address)),
    ...numbers.map((number) => (number === '' ? '' : codeKey(number))),
  ].filter((word) => word !== '' && !written.includes(word));
  return [written, ...new Set(otherwise.filter((word) => !known.has(word)))].join(' ');
}

/** Further words are ignored; each one narrows the result. */
const MAX_WORDS = 8;

const contains = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** The index has no entry for one or two letters, except at the beginning of a word. */
const SHORT = /^[\p{L}\p{N}]{1,2}$/u;

/** @returns patterns of texts that contain a word; a short word only matches at the start of words. */
const wordPatterns = (word: string): string[] => (SHORT.test(word) ? [`${word}%`, `% ${word}%`] : [contains(word)]);

/** Patterns of the districts that are written otherwise: «sjl», «Chosica», «Sta. Anita». */
const districtPatterns = (text: string): string[] => DISTRICTS.named(text).map((ubigeo) => contains(`#${ubigeo}`));

/** `like` patterns of a search. */
interface SearchPatterns {
  /** For each word, patterns of which one must match: the word, other spellings of it, or its district. */
  words: readonly (readonly string[])[];
  /** Alternatively, the district that the whole search names. */
  whole: readonly string[];
}

/** Digits of a telephone or RUC at least; fewer digits are an ordinary word. */
const MIN_NUMBER = 6;

/** @returns patterns for a number typed in groups: a telephone with its prefix, a RUC with hyphens. */
function numberPatterns(typed: string): string[] {
  const prefixed = /^(?:\+|00)\s*51/.test(typed) ? digits(typed).replace(/^0*51/, '') : '';
  const forms = [digits(typed), phoneKey(typed), prefixed];
  return [...new Set(forms.filter((form) => form.length >= MIN_NUMBER).map(contains))];
}

/** Minimum length of another spelling: a shorter one («0» for «0%») would match almost every text. */
const MIN_OTHER = 3;

/** @returns a word and its other spellings. A word without letters and digits has none. */
function spellings(word: string): string[] {
  const punctuated = plain(word);
  if (punctuated === '') return [word];
  const address = addressKey(word);
  const other = punctuated === word ? [] : [/\d/.test(word) ? codeKey(word) : nameKey(word)];
  const others = [...(address === punctuated ? [] : [address]), ...other].filter(({ length }) => length >= MIN_OTHER);
  return [...new Set([word, ...others])];
}

/** A number in groups («987 654 321», «+51 987-654-321», «20-12345678-9») is searched as one word. */
export function searchPatterns(search: string): SearchPatterns {
  const folded = fold(search);
  if (/^\+?[\d ()-]+$/.test(folded) && digits(folded).length >= MIN_NUMBER)
    return { words: [numberPatterns(folded)], whole: [] };
  const words = wordsOf(folded).slice(0, MAX_WORDS);
  return {
    words: words.map((word) => [...spellings(word).flatMap(wordPatterns), ...districtPatterns(word)]),
    whole: words.length > 1 ? districtPatterns(folded) : [],
  };
}
