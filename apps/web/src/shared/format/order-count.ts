import { formatNumber } from './format-number.ts';

/** @returns a number of orders in words: «1 orden», «12 órdenes». */
export const orderCount = (count: number): string => (count === 1 ? '1 orden' : `${formatNumber(count)} órdenes`);
