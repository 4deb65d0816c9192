import { useMediaQuery } from './use-media-query.ts';

/** @returns whether the primary pointer is coarse, such as a finger, which does not drag rows or press keys. */
export const useCoarsePointer = (): boolean => useMediaQuery('(pointer: coarse)');
