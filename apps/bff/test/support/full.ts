import { inject } from 'vitest';

/** Set for `npm run verify:long`. Otherwise a sweep tests one operation of each kind. */
export const FULL = inject('full');

/** @returns the first of each kind; all of them in the long run. */
export function oneOfEach<T>(all: readonly T[], kindOf: (each: T) => string): T[] {
  const kinds = all.map(kindOf);
  return all.filter((_, index) => FULL || kinds.indexOf(kinds[index] ?? '') === index);
}

/** @returns the cases in the long run, otherwise none. */
export const onlyInFull = <T>(...cases: T[]): T[] => (FULL ? cases : []);
