import { floorOf, LONG_FORMS, PHRASES } from './address-words.ts';
import { fold, keyOr } from './fold.ts';

/** «Mz. B'» is another block than «Mz. B». */
const PRIME = /(?<=(?<![\p{L}\p{N}])m(?:z|za|zna|anzana)[. ]{0,2}\p{L})['’´`′](?![\p{L}\p{N}])/giu;
const PREFIXES = /^(?:c[./]|c\/\.?)(?= ?\p{L})/u;

/** Quick test: two short words, or the beginning of a phrase. */
const MAY_HAVE_PHRASE = / (?:[acpsu] [chjnv]|aa|ah|asent|pp|pueb|und|uv|cc|conj|sin)/;

/** Words for «number»; the last two only before a number, because they have other meanings. */
const NUMBER_MARKS: ReadonlySet<string> = new Set(['nro', 'num', 'numero', 'nr']);
const SHORT_MARKS: ReadonlySet<string> = new Set(['n', 'no']);

const isFigure = (word: string | undefined): boolean => word !== undefined && /^\d/.test(word);

/** @returns the parts of a word that was written without a space: «dpto301», «mzb», «n450». */
function partsOf(word: string): string[] {
  const figures = /^([a-z]+)(\d.*)$/.exec(word);
  const [, head = '', tail = ''] = figures ?? /^(mza?)([a-z])$/.exec(word) ?? [];
  const isKnown = LONG_FORMS.has(head) || NUMBER_MARKS.has(head) || SHORT_MARKS.has(head);
  return isKnown && !LONG_FORMS.has(word) ? [head, tail] : [word];
}

/** Works from the end, so that each word is compared with the following one in the result. */
function joined(words: readonly string[]): string[] {
  const result: string[] = [];
  for (const word of words.toReversed()) {
    const [next] = result;
    if (NUMBER_MARKS.has(word) || (SHORT_MARKS.has(word) && (isFigure(next) || next === 'sn'))) continue;
    const long = LONG_FORMS.get(word) ?? word;
    const floor = next === 'piso' ? floorOf(word) : undefined;
    if (floor !== undefined) result.splice(1, 0, floor);
    else if (next !== undefined && /^\d+$/.test(word) && /^[a-xz]$/.test(next)) result[0] = word + next;
    else result.unshift(long);
  }
  return result;
}

/**
 * @returns the form in which addresses are compared: without case, accents, punctuation, invisible characters and
 * number signs, with words in their long form. «Jr.Puno #450» and «JIRÓN PUNO N° 450» have the same form; another
 * number, block, lot or apartment gives another one.
 */
export function addressKey(address: string): string {
  const folded = fold(address.replace(PRIME, ' prima'))
    .replace(PREFIXES, 'calle ')
    .replace(/\bn ?°/g, ' nro ')
    .replace(/\b(\d{1,2})°(?= ?piso)/g, '$1do ')
    .replace(/\bs ?[/.-] ?n\b/g, ' sn ');
  let text = ` ${folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
  if (MAY_HAVE_PHRASE.test(text)) for (const [phrase, long] of PHRASES) text = text.replace(phrase, long);
  return keyOr(joined(text.trim().split(' ').flatMap(partsOf)).join(' '), address);
}
