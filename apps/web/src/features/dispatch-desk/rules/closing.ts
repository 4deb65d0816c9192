import {
  type Closing,
  type CollectionMeans,
  collectedOf,
  type Order,
  ORDER_STATES,
  type OrderState,
  type Payment,
} from '@despacho/contracts/dispatch';
import { type Moment, visitAt } from './visit-time.ts';
import { parseFigure } from '../../../shared/fields/parse-figure.ts';
import { formatNumber } from '../../../shared/format/format-number.ts';

/** The chosen means with the amounts as typed; an empty amount means the rest of the amount due. */
export type Paid = Partial<Record<CollectionMeans, string>>;

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

const BAD_AMOUNT = 'Escriba un monto en soles, por ejemplo 45.90';

/**
 * Reads the payments of one order. An empty amount means the rest of the amount due.
 * @returns the payments, without amounts of zero unless nothing was paid; or what is wrong.
 */
export function readPaid(due: number, paid: Paid): { payments: Payment[] } | { error: string } {
  const chosen = Object.entries(paid) as [CollectionMeans, string][];
  if (chosen.length === 0) return { error: 'Elija cómo pagó' };
  const amounts = chosen.map(([means, typed]) => ({
    means,
    amount: typed.trim() === '' ? null : parseFigure(typed, 2),
  }));
  if (amounts.some(({ amount }) => Number.isNaN(amount))) return { error: BAD_AMOUNT };
  const typed = amounts.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const open = amounts.filter(({ amount }) => amount === null).length;
  if (open > 1) return { error: 'Escriba cuánto pagó con cada medio' };
  if (open === 1 && typed >= due && due > 0) return { error: 'Con lo demás ya está pagado: escriba cuánto, o quítelo' };
  const payments = amounts.map(({ means, amount }) => ({ means, amount: amount ?? due - typed }));
  const [first] = payments;
  const some = payments.filter(({ amount }) => amount > 0);
  return { payments: some.length > 0 || !first ? some : [first] };
}

/** @returns the céntimos by which the payments differ from the amount due: negative if too little; 0 while unreadable. */
export function excessOf(due: number, paid: Paid): number {
  const read = readPaid(due, paid);
  return 'error' in read ? 0 : collectedOf(read.payments) - due;
}

/** @returns the payments as the form shows them: a single one of the amount due needs no amount. */
export const paidOf = ({ due, payments }: NonNullable<Order['collect']>): Paid =>
  Object.fromEntries(
    payments.map(({ means, amount }) => [
      means,
      payments.length === 1 && amount === due ? '' : (amount / 100).toFixed(2),
    ]),
  );

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
    return reason === '' ? wrong({ reason: 'Elija el motivo' }) : { outcome: { reason }, errors: {} };
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
