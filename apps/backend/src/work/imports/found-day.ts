import { fold } from '@despacho/contracts';
import { type Calendar, dayAt, isNearToday } from './read-moment.ts';

/** Characters of a text that are searched: titles and file names are shorter. */
const MAX_LENGTH = 200;

/**
 * Finds a day in titles and file names: «Reparto del lunes 24 de noviembre», `reparto_24-11.xlsx`.
 * @returns the first one that orders can have; null if there is none. It may be wrong, so only propose it.
 */
export function foundDay(texts: readonly string[], { today }: Pick<Calendar, 'today'>): string | null {
  for (const each of texts) {
    const text = fold(each.slice(0, MAX_LENGTH).replaceAll('_', ' ')).replace(/\.[a-z]{3,4}$/, '');
    for (const { index } of text.matchAll(/(?<!\d)\d{1,8}(?!\d)/g)) {
      const day = dayAt(text.slice(index), today);
      if (day !== undefined && isNearToday(today, day)) return day;
    }
  }
  return null;
}
