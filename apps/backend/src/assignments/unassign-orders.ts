import { mayMove, type OrderRef, type Receipt } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { type Services } from '../services.ts';
import { changeOrders } from './change-orders.ts';

/** Unassigns orders. Orders on the way must be closed instead. */
export const unassignOrders = (
  services: Services,
  dispatcher: Dispatcher,
  key: string,
  orders: OrderRef[],
): Promise<Receipt> =>
  changeOrders(services, dispatcher, {
    key,
    operation: 'unassign',
    content: orders,
    refs: orders,
    plan: () =>
      Promise.resolve({
        decide: ({ state }) => {
          if (state === 'pendiente') return 'as_wanted';
          if (!mayMove(state, 'pendiente', 'unassign')) return 'state';
          return { what: 'desasignada', patch: { state: 'pendiente', courierId: null, sequence: null } };
        },
      }),
  });
