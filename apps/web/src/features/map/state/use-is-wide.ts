import { useMediaQuery } from '#shared/hooks/use-media-query.ts';

/** @returns whether the courier's panel lies over the map; on narrower windows it is part of the list. */
export const useIsWide = (): boolean => useMediaQuery('(width >= 80em)');
