import { type Correct, type Correction, mayMove } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { requireReasons } from '#orders/reasons/reasons-repository.ts';
import { type BulkOperation, type BulkRequest, changeOrders } from './change-orders.ts';
import { decideClosing, type PhoneVisit } from './closing.ts';

/** @returns the plan that corrects closings. */
export const correctionPlan =
  (dispatcher: Dispatcher, orders: readonly (Correction & PhoneVisit)[]): BulkRequest['plan'] =>
  async (trx, now) => {
    await requireReasons(trx, dispatcher, orders);
    const corrections = new Map(orders.map((each) => [each.id, each]));
    return {
      decide: (row) => {
        const correction = corrections.get(String(row.id));
        if (!correction) return 'not_found';
        if (!mayMove(row.state, correction.to, 'correct')) return 'state';
        return decideClosing(row, correction, 'corregida', { ...dispatcher, now });
      },
    };
  };

/** Corrects wrong closings. The timeline shows the previous closing, who corrected it and why. */
export const correctClosing: BulkOperation<Correct> = (services, dispatcher, key, { why, orders }) =>
  changeOrders(services, dispatcher, {
    key,
    operation: 'correct',
    content: { why, orders },
    refs: orders,
    why,
    plan: correctionPlan(dispatcher, orders),
  });
