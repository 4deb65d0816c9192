import { formatNumber } from '#shared/format/format-number.ts';

/** @returns the number of photos in words: «1 foto», «1,200 fotos». */
export const photoCount = (count: number): string => (count === 1 ? '1 foto' : `${formatNumber(count)} fotos`);
