import { formatNumber } from '../../../shared/format/format-number.ts';

/** @returns how many orders there are, in words; undefined is not known yet. */
export const countText = (total: number | undefined): string =>
  total === undefined ? 'Contando…' : total === 1 ? '1 orden' : `${formatNumber(total)} órdenes`;
