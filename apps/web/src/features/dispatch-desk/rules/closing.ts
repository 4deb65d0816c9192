import { type Closing, collectedOf, type Order, ORDER_STATES, type OrderState } from '@despacho/contracts/dispatch';
import { type Moment, visitAt } from './visit-time.ts';
import { type Paid, readPaid } from '../../../shared/fields/paid.ts';
import { formatNumber } from '../../../shared/format/format-number.ts';

/** Input of the closing form. */
export interface ClosingForm {
  reason: string;
  paid: Paid;
  difference: string;
  /** Of the visit, «14:05»; empty for now. */
  time: string;
}

export const EMPTY_CLOSING: ClosingForm = { reason: '', paid: {}, difference: '', time: '' };

/** @returns the label of closing orders: «Marcar como entregada», «Marcar 3 como entregadas». */
export function closingLabel(to: OrderState, count: number): string {
  const state = ORDER_STATES[to].toLowerCase();
  return count === 1 ? `Marcar como ${state}` : `Marcar ${formatNumber(count)} como ${state}s`;
}

export type ClosingErrors = Partial<Record<keyof ClosingForm, string>>;

/** What a closing states about an order besides its state. */
export type Outcome = Pick<Closing, 'reason' | 'payments' | 'difference' | 'at'>;

/**
 * Validates a closing: requires a reason for a failed delivery; for a delivery with an amount due its payments, and a
 * reason if they differ from it.
 * @param collect of the order; null for several, which share no payments.
 * @returns what the closing states, and the errors by field.
 */
export function readClosing(
  to: string,
  collect: Order['collect'],
  { reason, paid, difference }: ClosingForm,
): { outcome: Outcome; errors: ClosingErrors } {
  const wrong = (errors: ClosingErrors) => ({ outcome: {}, errors });
  if (to === 'no_entregada')
    return reason === '' ? wrong({ reason: 'Seleccione el motivo' }) : { outcome: { reason }, errors: {} };
  if (to !== 'entregada' || !collect) return wrong({});
  const read = readPaid(collect.due, paid);
  if ('error' in read) return wrong({ paid: read.error });
  const { payments } = read;
  if (collectedOf(payments) === collect.due) return { outcome: { payments }, errors: {} };
  if (difference.trim() === '') return wrong({ difference: 'Diga por qué no se cobró lo debido' });
  return { outcome: { payments, difference: difference.trim() }, errors: {} };
}

/** @returns what the closing of each order states with the time of its visit, and the errors by field. */
export function withTime<Each extends Pick<Order, 'date'>>(
  { outcome, errors }: ReturnType<typeof readClosing>,
  orders: readonly Each[],
  time: string,
  moment: Moment,
): { of: (order: Each) => Outcome; errors: ClosingErrors } {
  if (time.trim() === '') return { of: () => outcome, errors };
  for (const order of orders) {
    const read = visitAt(time, order, moment);
    if ('error' in read) return { of: () => outcome, errors: { ...errors, time: read.error } };
  }
  return { of: (order) => ({ ...outcome, ...visitAt(time, order, moment) }), errors };
}
