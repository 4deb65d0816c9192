import { mayMove, type OrderRef } from '@despacho/contracts/dispatch';
import { type BulkOperation, changeOrders } from './change-orders.ts';

/** Unassigns orders. Orders on the way must be closed instead. */
export const unassignOrders: BulkOperation<OrderRef[]> = (services, dispatcher, key, orders) =>
  changeOrders(services, dispatcher, {
    key,
    operation: 'unassign',
    content: orders,
    refs: orders,
    plan: () => ({
      decide: ({ state }) => {
        if (state === 'pendiente') return 'as_wanted';
        if (!mayMove(state, 'pendiente', 'unassign')) return 'state';
        return {
          what: 'desasignada',
          patch: { state: 'pendiente', courierId: null, sequence: null, sequenceDay: null },
        };
      },
    }),
  });
