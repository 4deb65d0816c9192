import { mayMove, type OrderRef } from '@despacho/contracts/dispatch';
import { type BulkOperation, changeOrders } from './change-orders.ts';
import { NO_REASON } from './closing.ts';

/** Cancels orders and stores the reason. */
export const cancelOrders: BulkOperation<{ why: string; orders: OrderRef[] }> = (
  services,
  dispatcher,
  key,
  { why, orders },
) =>
  changeOrders(services, dispatcher, {
    key,
    operation: 'cancel',
    content: { why, orders },
    refs: orders,
    why,
    plan: () => ({
      decide: ({ state }) => {
        if (state === 'anulada') return 'as_wanted';
        if (!mayMove(state, 'anulada', 'cancel')) return 'state';
        // A failed visit stays in the log: see `revisitedOf`.
        return {
          what: 'anulada',
          patch: { state: 'anulada', ...NO_REASON, courierId: null, sequence: null, sequenceDay: null, closedAt: null },
        };
      },
    }),
  });
