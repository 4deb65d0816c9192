import { type OrderFields } from '@despacho/contracts/dispatch';
import { DISTRICTS } from '../districts/districts.ts';
import { fold } from '../fold.ts';

const digits = (text: string | null): string => (text ?? '').replace(/\D/g, '');

/** A district's code, marked so that no other number matches it, and its name. */
export const districtText = (ubigeo: string): string => fold(`#${ubigeo} ${DISTRICTS.of(ubigeo)?.name ?? ''}`);

/** The text that is searched. Telephone numbers are reduced to digits. */
export const searchText = (code: string, fields: OrderFields): string =>
  fold(
    [
      code,
      fields.clientName,
      fields.recipient,
      digits(fields.phone),
      digits(fields.clientPhone),
      fields.address,
      fields.clientReference ?? '',
      fields.guide ?? '',
      districtText(fields.ubigeo),
    ].join(' '),
  );

/** Further words are ignored; each one narrows the result. */
const MAX_WORDS = 8;

const contains = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Patterns of the districts that are written otherwise: «sjl», «Chosica», «Sta. Anita». */
const districtPatterns = (text: string): string[] => DISTRICTS.named(text).map((ubigeo) => contains(`#${ubigeo}`));

/** `like` patterns of a search. */
interface SearchPatterns {
  /** One pattern of each word must match: the word, or its district. */
  words: readonly (readonly string[])[];
  /** Or one of these: the district that the whole search names. */
  whole: readonly string[];
}

/** A number in groups («987 654 321», «+51 987-654-321») is searched as one word. */
export function searchPatterns(search: string): SearchPatterns {
  const folded = fold(search);
  if (/^\+?[\d ()-]+$/.test(folded) && digits(folded).length >= 6)
    return { words: [[contains(digits(folded))]], whole: [] };
  const words = folded
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);
  return {
    words: words.map((word) => [contains(word), ...districtPatterns(word)]),
    whole: words.length > 1 ? districtPatterns(folded) : [],
  };
}
