import { OPEN_STATES, type OrderRef, type OrderState, type Receipt } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { localOf } from '../dispatch/zoned-time.ts';
import { type Services } from '../services.ts';
import { changeOrders } from './change-orders.ts';
import { requireDay } from './require-day.ts';

const OPEN: readonly OrderState[] = OPEN_STATES;

/** Moves open orders to another day. Their couriers, stops and time windows stay the same, as in an edit. */
export const rescheduleOrders = (
  services: Services,
  dispatcher: Dispatcher,
  key: string,
  { date, orders }: { date: string; orders: OrderRef[] },
): Promise<Receipt> =>
  changeOrders(services, dispatcher, {
    key,
    operation: 'reschedule',
    content: { date, orders },
    refs: orders,
    plan: (_, now) => {
      requireDay(date, localOf(now, dispatcher.timeZone).date);
      return Promise.resolve({
        decide: ({ state }) => (OPEN.includes(state) ? { what: 'reprogramada', patch: { date } } : 'state'),
      });
    },
  });
