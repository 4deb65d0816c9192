import { useEffect } from 'react';
import { countText } from '../format/count-text.ts';
import { announce } from './announce.ts';

/** Long enough in milliseconds that nothing is announced between two keys. */
const PAUSE_MS = 700;

/** @returns how many entries of a list match: «3 coincidencias». */
export const matchesText = (count: number): string => countText(count, 'coincidencia', 'coincidencias');

/**
 * Announces how many entries of a list match, after a pause in typing.
 * @param search nothing is announced while it is empty.
 * @param count undefined while unknown, or where something else reports it.
 */
export function useAnnounceMatches(search: string, count: number | undefined): void {
  useEffect(() => {
    if (search.trim() === '' || count === undefined) return undefined;
    const timer = setTimeout(() => announce(matchesText(count)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search, count]);
}
