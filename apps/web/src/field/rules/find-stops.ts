import { fold } from '#shared/fields/fold.ts';
import { includesWords, queryWords } from '#shared/fields/search.ts';
import { type Stop } from '../offline/types.ts';

const textOf = ({ code, clientReference, guide, client, recipient, place }: Stop): string =>
  fold(
    [code, clientReference, guide, recipient.name, place.address, place.reference, place.district, client].join(' '),
  );

/** @returns the stops with all words of the query in code, reference, guide, names or address, regardless of accents and case. */
export function findStops(stops: readonly Stop[], query: string): Stop[] {
  const words = queryWords(query);
  return stops.filter((stop) => includesWords(textOf(stop), words));
}
