import { formatNumber } from '#shared/format/format-number.ts';

/** @returns «1 cliente», «1 200 clientes». */
export const countText = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
