import { useMediaQuery } from './use-media-query.ts';

/** @returns whether one points with a finger in the first place: it does not drag rows, nor press keys. */
export const useCoarsePointer = (): boolean => useMediaQuery('(pointer: coarse)');
