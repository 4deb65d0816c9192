import { OPEN_STATES, type OrderRef, type OrderState } from '@despacho/contracts/dispatch';
import { localOf } from '../dispatch/zoned-time.ts';
import { type BulkOperation, changeOrders } from './change-orders.ts';
import { requireDay } from './closing.ts';

const OPEN: readonly OrderState[] = OPEN_STATES;

/** Moves open orders to another day. Their couriers, stops and time windows stay the same, as in an edit. */
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
      requireDay(date, localOf(now, dispatcher.timeZone).date);
      return {
        decide: ({ state }) => (OPEN.includes(state) ? { what: 'reprogramada', patch: { date } } : 'state'),
      };
    },
  });
