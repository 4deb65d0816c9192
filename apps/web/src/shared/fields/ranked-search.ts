import { fold, plain } from '@despacho/contracts';
import { includesWords, queryWords } from './search.ts';

/** The searched texts of a person: the name, then codes (plate, account, RUC), then other text (zones). */
export interface SearchedTexts {
  name: string;
  codes?: readonly (string | null)[];
  other?: readonly string[];
}

export interface Ranking<T> {
  /** Best match first; equal ones in the order of the list. */
  items: readonly T[];
  /** The only one with the best match: what Enter takes. Null if others match as well, or nothing is typed. */
  only: T | null;
  /** How well the first one matches: 0 is best, Infinity is none. */
  tier: number;
}

/** @returns whether each word begins a word of the text. */
const beginsWords = (text: string, words: readonly string[]): boolean =>
  words.length > 0 && words.every((word) => ` ${text}`.includes(` ${word}`));

/**
 * Searches a list from which somebody chooses a person or a place: matches at the start of a word of the name come
 * before those in codes, then matches anywhere in name or codes, then other fields.
 * @returns a function of the query, so that a long list is folded once.
 */
export function rankedSearch<T>(
  list: readonly T[],
  searchedOf: (item: T) => SearchedTexts,
): (query: string) => Ranking<T> {
  let read: { item: T; name: string; codes: string; own: string; all: string }[] | undefined;
  return (query) => {
    const words = queryWords(query);
    if (words.length === 0) return { items: list, only: null, tier: 0 };
    read ??= list.map((item) => {
      const { name, codes = [], other = [] } = searchedOf(item);
      const own = [name, ...codes.filter((code) => code !== null)];
      const all = [...own, ...other];
      return {
        item,
        name: plain(name),
        codes: plain(own.join(' ')),
        own: fold(own.join(' ')),
        all: fold(all.join(' ')),
      };
    });
    const typed = plain(query);
    const begun = typed.split(' ').filter(Boolean);
    const tiers: T[][] = [[], [], [], [], []];
    for (const { item, name, codes, own, all } of read) {
      if (!includesWords(all, words)) continue;
      const tier = [
        name === typed,
        beginsWords(name, begun),
        beginsWords(codes, begun),
        includesWords(own, words),
        true,
      ].indexOf(true);
      tiers[tier]?.push(item);
    }
    const at = tiers.findIndex((tier) => tier.length > 0);
    const best = tiers[at] ?? [];
    return {
      items: tiers.flat(),
      only: best.length === 1 ? (best[0] ?? null) : null,
      tier: at === -1 ? Infinity : at,
    };
  };
}

/**
 * Ranks lists of several kinds by one query.
 * @returns the lists with the best match first, equal ones in the given order, and the only item with the best match of all.
 */
export function rankTogether<T, L extends Ranking<T>>(lists: readonly L[]): { lists: L[]; only: T | null } {
  const ranked = lists.filter(({ items }) => items.length > 0).toSorted((one, other) => one.tier - other.tier);
  const [first, second] = ranked;
  return { lists: ranked, only: first && first.tier !== second?.tier ? first.only : null };
}
