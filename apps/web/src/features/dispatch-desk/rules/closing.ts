import { type Closing, type Order, ORDER_STATES, type OrderState } from '@despacho/contracts/dispatch';
import { type Moment, visitAt } from './visit-time.ts';
import { type OutcomeForm, type readOutcome } from '#shared/fields/read-outcome.ts';
import { formatNumber } from '#shared/format/format-number.ts';

/** Input of the closing form. */
export interface ClosingForm extends OutcomeForm {
  /** Time of the visit, «14:05»; empty for now. */
  time: string;
}

export const EMPTY_CLOSING: ClosingForm = { reason: '', paid: {}, difference: '', time: '' };

/** @returns the label of closing orders: «Marcar como entregada», «Marcar 3 como entregadas». */
export function closingLabel(to: OrderState, count: number): string {
  const state = ORDER_STATES[to].toLowerCase();
  return count === 1 ? `Marcar como ${state}` : `Marcar ${formatNumber(count)} como ${state}s`;
}

export type ClosingErrors = Partial<Record<keyof ClosingForm, string>>;

/** The values of an order's closing, except its state. */
export type Outcome = Pick<Closing, 'reason' | 'payments' | 'difference' | 'at'>;

/** @returns the closing of each order with the time of its visit, and the errors by field. */
export function withTime<Each extends Pick<Order, 'date'>>(
  { outcome, errors }: ReturnType<typeof readOutcome>,
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
