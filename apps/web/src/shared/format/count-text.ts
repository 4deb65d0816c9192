import { formatNumber } from './format-number.ts';

/** @returns a number with its noun: «1 cliente», «1,200 clientes». */
export const countText = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
