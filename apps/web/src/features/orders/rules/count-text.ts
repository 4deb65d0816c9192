import { formatNumber } from '../../../shared/format/format-number.ts';

/** @returns how many orders there are, in words; undefined is not known yet. */
export const countText = (total: number | undefined): string =>
  total === undefined ? 'Contando…' : total === 1 ? '1 orden' : `${formatNumber(total)} órdenes`;

/** @returns what the filter line shows when the counters could not be read; the list itself may still have its total. */
export const uncountedText = (total: number | undefined): string =>
  total === undefined ? 'No se pudo contar las órdenes' : `${countText(total)} · avisos sin contar`;
