import { formatNumber } from './format-number.ts';

/** @param grams whole grams. @returns «850 g» below a kilogram, otherwise kilograms: «12.5 kg». */
export const formatWeight = (grams: number): string =>
  grams < 1000 ? `${formatNumber(grams)} g` : `${formatNumber(grams / 1000)} kg`;
