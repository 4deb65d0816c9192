import { formatNumber } from '#shared/format/format-number.ts';

/** @returns «1,234 clientes», or «12 de 1,234 clientes» during a search. */
export function countLabel(shown: number, total: number): string {
  const noun = total === 1 ? 'cliente' : 'clientes';
  return shown === total
    ? `${formatNumber(total)} ${noun}`
    : `${formatNumber(shown)} de ${formatNumber(total)} ${noun}`;
}
