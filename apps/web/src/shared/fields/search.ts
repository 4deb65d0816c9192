import { fold } from './fold.ts';

interface MatchRange {
  text: string;
  hit: boolean;
}

/** @returns the folded words of a query. Text must contain all of them, in any order and field. */
export const queryWords = (query: string): readonly string[] => fold(query).split(/\s+/).filter(Boolean);

/** @returns whether a folded text contains every word. */
export const includesWords = (foldedText: string, words: readonly string[]): boolean =>
  words.every((word) => foldedText.includes(word));

function hitUnits(text: string, words: readonly string[]): boolean[] {
  const hits = Array.from<boolean>({ length: text.length }).fill(false);
  const target = fold(text);
  for (const word of words)
    for (let at = target.indexOf(word); word && at >= 0; at = target.indexOf(word, at + 1))
      hits.fill(true, at, at + word.length);
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
