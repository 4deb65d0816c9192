import { formatNumber } from './format-number.ts';

/**
 * @param isOver whether there are more than `count`.
 * @returns a number of orders in words: «1 orden», «12 órdenes», «más de 10,000 órdenes».
 */
export const orderCount = (count: number, isOver = false): string =>
  count === 1 && !isOver ? '1 orden' : `${isOver ? 'más de ' : ''}${formatNumber(count)} órdenes`;
