import { fold } from '#shared/fields/fold.ts';
import { includesWords, queryWords } from '#shared/fields/search.ts';
import { type Stop } from '../offline/types.ts';

const textOf = ({ code, client, recipient, place }: Stop): string =>
  fold([code, recipient.name, place.address, place.reference, place.district, client].join(' '));

/** @returns the stops with all words of the query in code, names or address, regardless of accents and case. */
export function findStops(stops: readonly Stop[], query: string): Stop[] {
  const words = queryWords(query);
  return stops.filter((stop) => includesWords(textOf(stop), words));
}

/** @returns the stop whose code is the scanned text, or a word of it: labels may hold more than the code. */
export function stopOfScan(stops: readonly Stop[], scanned: string): Stop | undefined {
  const words = fold(scanned).split(/[^\p{L}\p{N}-]+/u);
  return stops.find(({ code }) => words.includes(fold(code)));
}
