import { OPEN_STATES, type OrderRef, type OrderState } from '@despacho/contracts/dispatch';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { onDay } from '#orders/order/on-day.ts';
import { couriersOf } from '#orders/order/orders-repository.ts';
import { type BulkOperation, changeOrders } from './change-orders.ts';
import { requireDay } from './closing.ts';
import { stopCounters } from './stop-counters.ts';

const OPEN: readonly OrderState[] = OPEN_STATES;

/**
 * Moves open orders to another day. Their couriers and time windows stay the same, and they follow the courier's other
 * stops of that day. An order on the way that moves to a later day is assigned again.
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
    plan: async (trx, now) => {
      const today = officeDay(now, dispatcher);
      requireDay(date, today);
      const ids = orders.map(({ id }) => Number(id));
      const couriers = await couriersOf(trx, dispatcher, ids);
      const counters = await stopCounters(trx, dispatcher, couriers, now);
      return {
        decide: (row) => {
          if (!OPEN.includes(row.state)) return 'state';
          const number = row.courier_id !== null && row.date !== date && counters(row.courier_id)(date);
          return { what: 'reprogramada', patch: { ...onDay(row, date, today), ...number } };
        },
      };
    },
  });
