import { type Label, labelOf, NAME_WORDS, TERMS } from './address-labels.ts';
import { LONG_FORMS } from './address-words.ts';
import { fold } from './fold.ts';

/** A word of an address. */
export interface Token {
  /** Folded. */
  word: string;
  start: number;
  end: number;
  /** What separates it from the token before. */
  gap: 'none' | 'space' | 'hyphen' | 'break' | 'join';
  /** How many brackets are open. */
  depth: number;
  label?: Label | undefined;
}

const WORD = /[\p{L}\p{M}\p{N}°˚]+(?:['’´`ʼ‘][\p{L}\p{M}]+)*/gu;
const PRIME = /^['’´`′]/;

/** @returns the words that were written as one: «dpto301», «mzblt4», «n°450». */
function split(word: string): string[] {
  const mark = /^(?:n|no|nro)°?(\d.*)$/.exec(word);
  if (mark) return ['nro', mark[1] ?? ''];
  if (word === 'n°' || word === 'nro°') return ['nro'];
  const both = /^(mz|mza|mzna|m)([a-z]{1,2}\d{0,2})(lt|lte|lote|l)(\d{1,4}[a-z]?)$/.exec(word);
  if (both) return ['manzana', both[2] ?? '', 'lote', both[4] ?? ''];
  const floor = /^(\d{1,2}(?:°|[a-z]{1,2})?)(piso|etapa|sector)$/.exec(word);
  if (floor) return [floor[1] ?? '', floor[2] ?? ''];
  const figure = /^([a-z]{2,})°?(\d.*)$/.exec(word);
  if (figure?.[1] !== undefined && labelOf(figure[1])) return [figure[1], figure[2] ?? ''];
  const name = /^([a-z]{4,})(\d{2,5}[a-z]?)$/.exec(word);
  if (name) return [name[1] ?? '', name[2] ?? ''];
  const block = /^(mza?|mzna)([a-z])$/.exec(word);
  if (block && !labelOf(word)) return ['manzana', block[2] ?? ''];
  return [word];
}

const isShort = (word: string): boolean => labelOf(word) !== undefined || LONG_FORMS.has(word) || NAME_WORDS.has(word);

function gapOf(between: string, isSentence: boolean): Token['gap'] {
  if (/[,;|()[\]{}\n\r\t–—*•·/\\]| - |- | -/.test(between)) return 'break';
  if (between.includes('-')) return 'hyphen';
  if (isSentence) return 'break';
  return between === '' ? 'none' : 'space';
}

/** @returns the words of an address, with numbers, letters and labels apart. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  let depth = 0;
  for (const match of text.matchAll(WORD)) {
    const between = text.slice(end, match.index);
    depth = Math.max(0, depth + between.replace(/[^([{]/g, '').length - between.replace(/[^)\]}]/g, '').length);
    const start = match.index;
    end = start + match[0].length;
    const [previous, before = ''] = [tokens.at(-2), tokens.at(-1)?.word];
    // «Urb. Los Pinos. Frente al parque» ends a part; «Jr. Cmdte. Espinar», «Prolog. Grau» do not.
    const isSentence =
      between.startsWith('. ') && before.length > 4 && previous !== undefined && !isShort(previous.word);
    let gap: Token['gap'] = gapOf(between, isSentence && !isShort(before));
    if (/[#№]/.test(between)) tokens.push({ word: 'nro', start, end: start, gap, depth });
    for (const word of split(fold(match[0]).replaceAll(' ', ''))) {
      const isFirst = tokens.at(-1)?.start !== start || tokens.at(-1)?.word === 'nro';
      const isPrime = /^[a-z]$/.test(word) && PRIME.test(text.slice(end)) && labelOf(before)?.kind === 'manzana';
      tokens.push({ word: isPrime ? `${word}'` : word, start, end, gap: isFirst ? gap : 'join', depth });
      gap = 'join';
    }
  }
  return merged(tokens);
}

/** «C. Lima», «Al. Chabuca Granda», but not «al frente». */
const isStreetInitial = (word: string, next: Token | undefined): boolean =>
  (word === 'c' || word === 'al') &&
  /^\p{L}{2,}|^\d/u.test(next?.word ?? '') &&
  !/^(?:frente|costado|lado|fondo|final)$/.test(next?.word ?? '');

/** Replaces terms of several words by their label, and gives each token its label. */
function merged(tokens: readonly Token[]): Token[] {
  const result: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!; // oxlint-disable-line typescript/no-non-null-assertion
    const term = TERMS.find(([words]) => words.every((word, index) => tokens[at + index]?.word === word));
    const last = term && tokens[at + term[0].length - 1];
    const next = tokens[at + 1];
    const before = result.at(-1)?.label?.kind ?? '';
    // «Mz. A H»: the term would be a part of the block.
    if (term && last && !(term[0].join('').length < 4 && /^(?:manzana|lote|block|unit|part)$/.test(before))) {
      result.push({ ...token, word: term[1], end: last.end, label: labelOf(term[1]) });
      at += term[0].length - 1;
    } else if (startsPart(result, token) && isStreetInitial(token.word, next))
      result.push({ ...token, label: labelOf(token.word === 'c' ? 'calle' : 'alameda') });
    else if (
      token.word === 'm' &&
      /^(?:[a-z]{1,2}\d{0,2}|\d{1,3})$/.test(next?.word ?? '') &&
      /^(?:l|lt|lte|lote)$/.test(tokens[at + 2]?.word ?? '')
    )
      result.push({ ...token, word: 'manzana', label: labelOf('manzana') });
    else if (/^n(?:o|r|ro|um)?$/.test(token.word) && next?.word === '°') {
      result.push({ ...token, word: 'nro', label: labelOf('nro') });
      at++;
    } else if (/^n[or]?$/.test(token.word) && /^(?:\d.*|sn|s)$/.test(next?.word ?? ''))
      result.push({ ...token, word: 'nro', label: labelOf('nro') });
    else result.push({ ...token, label: labelOf(token.word) });
  }
  return result;
}

const startsPart = (before: readonly Token[], { gap }: Token): boolean => before.length === 0 || gap === 'break';
