import { OPEN_STATES, type OrderRef, type OrderState } from '@despacho/contracts/dispatch';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { onDay } from '#orders/order/on-day.ts';
import { type BulkOperation, changeOrders } from './change-orders.ts';
import { requireDay } from './closing.ts';

const OPEN: readonly OrderState[] = OPEN_STATES;

/**
 * Moves open orders to another day. Their couriers, stops and time windows stay the same, as in an edit. An order on
 * the way that moves to a later day is assigned again.
 */
export const rescheduleOrders: BulkOperation<{ date: string; orders: OrderRef[] }> = (
  services,
  dispatcher,
  key,
  { date, orders },
) =>
  changeOrders(services, dispatcher, {
    key,
    operation: 'reschedule',
    content: { date, orders },
    refs: orders,
    plan: (_, now) => {
      const today = officeDay(now, dispatcher);
      requireDay(date, today);
      return {
        decide: (row) =>
          OPEN.includes(row.state) ? { what: 'reprogramada', patch: onDay(row, date, today) } : 'state',
      };
    },
  });
