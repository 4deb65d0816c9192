import { type Close, type Closing, mayMove } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { requireReasons } from '#orders/reasons/reasons-repository.ts';
import { type BulkOperation, type BulkRequest, changeOrders } from './change-orders.ts';
import { decideClosing, type PhoneVisit } from './closing.ts';

/** @returns the plan that closes orders. */
export const closingPlan =
  (dispatcher: Dispatcher, orders: readonly (Closing & PhoneVisit)[]): BulkRequest['plan'] =>
  async (trx, now) => {
    await requireReasons(trx, dispatcher, orders);
    const closings = new Map(orders.map((each) => [each.id, each]));
    return {
      decide: (row) => {
        const closing = closings.get(String(row.id));
        if (!closing) return 'not_found';
        if (row.state === closing.to) return 'as_wanted';
        if (!mayMove(row.state, closing.to, 'close')) return 'state';
        return decideClosing(row, closing, closing.to, { ...dispatcher, now });
      },
    };
  };

/** Closes the visits of orders, each with its own result: a courier's whole route in one request. */
export const closeOrders: BulkOperation<Close> = (services, dispatcher, key, { orders }) =>
  changeOrders(services, dispatcher, {
    key,
    operation: 'close',
    content: orders,
    refs: orders,
    plan: closingPlan(dispatcher, orders),
  });
