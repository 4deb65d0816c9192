import { foldLetters, fold, nameKey } from '@despacho/contracts';

interface MatchRange {
  text: string;
  hit: boolean;
}

/** @returns the folded words of a query. Text must contain all of them, in any order and field. */
export const queryWords = (query: string): readonly string[] => fold(query).split(/\s+/).filter(Boolean);

/** Minimum length of a word without its punctuation: a shorter one would match almost every text. */
const MIN_BARE = 3;

/** @returns whether a folded text contains every word. */
export const includesWords = (foldedText: string, words: readonly string[]): boolean =>
  words.every((word) => foldedText.includes(word) || isOtherwiseIn(foldedText, word));

/** Ignores punctuation if the word or the text has any: «eirl» matches «e.i.r.l.», «450-a» matches «450a». */
function isOtherwiseIn(foldedText: string, word: string): boolean {
  const bare = nameKey(word).replaceAll(' ', '');
  if (bare.length < MIN_BARE) return false;
  return foldedText.split('\n').some((text) => nameKey(text).includes(bare));
}

function hitUnits(text: string, words: readonly string[]): boolean[] {
  const hits = Array.from<boolean>({ length: text.length }).fill(false);
  // A character may fold to several or none, so the index of the original character is kept for each.
  const places: number[] = [];
  let target = '';
  let place = 0;
  for (const character of text) {
    const folded = foldLetters(character);
    target += folded;
    places.push(...Array.from<number>({ length: folded.length }).fill(place));
    place += character.length;
  }
  places.push(place);
  for (const word of words)
    for (let at = target.indexOf(word); word && at >= 0; at = target.indexOf(word, at + 1))
      hits.fill(true, places[at], places[at + word.length]);
  return hits;
}

/** @returns the text (in NFC) split at the edges of matches. Joined, the pieces are the text. */
export function matchRanges(text: string, words: readonly string[]): MatchRange[] {
  const composed = text.normalize('NFC');
  const hits = hitUnits(composed, words);
  const pieces: MatchRange[] = [];
  for (let index = 0; index < composed.length; index += 1) {
    const last = pieces.at(-1);
    const hit = hits[index] === true;
    if (last?.hit === hit) last.text += composed.charAt(index);
    else pieces.push({ text: composed.charAt(index), hit });
  }
  return pieces;
}
