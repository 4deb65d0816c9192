import { type Courier } from '@despacho/contracts/dispatch';
import { formatSoles } from '#shared/format/format-soles.ts';

/** @returns a sentence about cash that a courier has not handed over, without the amount for people without D05; undefined without any. */
export function heldCashText({ held }: Pick<Courier, 'held'>): string | undefined {
  if (held === undefined) return undefined;
  return `Todavía lleva ${held === null ? 'efectivo' : `${formatSoles(held)} en efectivo`} que no entregó a la oficina.`;
}
