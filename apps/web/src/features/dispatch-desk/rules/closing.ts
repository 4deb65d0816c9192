import { type CollectionMeans, type Order, ORDER_STATES, type OrderState } from '@despacho/contracts/dispatch';
import { parseFigure } from '../../../shared/fields/parse-figure.ts';
import { formatNumber } from '../../../shared/format/format-number.ts';

/** Input of the closing form. */
export interface ClosingForm {
  reason: string;
  means: string;
  /** In soles; only when closing a single order. */
  amount: string;
}

export const EMPTY_CLOSING: ClosingForm = { reason: '', means: '', amount: '' };

/** @returns the label of closing orders: «Marcar como entregada», «Marcar 3 como entregadas». */
export function closingLabel(to: OrderState, count: number): string {
  const state = ORDER_STATES[to].toLowerCase();
  return count === 1 ? `Marcar como ${state}` : `Marcar ${formatNumber(count)} como ${state}s`;
}

export type ClosingErrors = Partial<Record<keyof ClosingForm, string>>;

/** Fields to send with the request. */
export interface ClosingFields {
  reason?: string;
  means?: CollectionMeans;
  collected?: number;
}

/** Total amount due on delivery, in céntimos. */
export const dueOf = (orders: readonly Pick<Order, 'collect'>[]): number =>
  orders.reduce((sum, { collect }) => sum + (collect?.due ?? 0), 0);

/**
 * Validates a closing: requires a reason for a failed delivery, or a payment method for a delivery with an amount
 * due. Includes the amount only if it differs from the due one.
 */
export function readClosing(
  to: string,
  orders: readonly Pick<Order, 'collect'>[],
  { reason, means, amount }: ClosingForm,
): { fields: ClosingFields; errors: ClosingErrors } {
  if (to === 'no_entregada')
    return reason === '' ? { fields: {}, errors: { reason: 'Elija el motivo' } } : { fields: { reason }, errors: {} };
  if (to !== 'entregada' || orders.every(({ collect }) => collect === null)) return { fields: {}, errors: {} };
  const errors: ClosingErrors = means === '' ? { means: 'Elija cómo pagó' } : {};
  const typed = orders.length === 1 && amount.trim() !== '' ? parseFigure(amount, 2) : undefined;
  if (Number.isNaN(typed)) errors.amount = 'Escriba un monto en soles, por ejemplo 45.90';
  if (Object.keys(errors).length > 0) return { fields: {}, errors };
  const differs = typed !== undefined && typed !== orders[0]?.collect?.due;
  return { fields: { means: means as CollectionMeans, ...(differs && { collected: typed }) }, errors: {} };
}
