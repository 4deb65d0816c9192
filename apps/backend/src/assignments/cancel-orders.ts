import { mayMove, type OrderRef, type Receipt } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { type Services } from '../services.ts';
import { changeOrders } from './change-orders.ts';

/** Cancels orders and stores the reason. */
export function cancelOrders(
  services: Services,
  dispatcher: Dispatcher,
  key: string,
  { why, orders }: { why: string; orders: OrderRef[] },
): Promise<Receipt> {
  return changeOrders(services, dispatcher, {
    key,
    operation: 'cancel',
    content: { why, orders },
    refs: orders,
    why,
    plan: () =>
      Promise.resolve({
        decide: ({ state }) => {
          if (state === 'anulada') return 'as_wanted';
          if (!mayMove(state, 'anulada', 'cancel')) return 'state';
          return { what: 'anulada', patch: { state: 'anulada', reason: null, courierId: null, sequence: null } };
        },
      }),
  });
}
