import { mayMove, type OrderRef } from '@despacho/contracts/dispatch';
import { requireActiveCourier } from '#fleet/couriers/couriers-repository.ts';
import { onDay } from '#orders/order/on-day.ts';
import { type DispatchRow } from '#orders/order/order-row.ts';
import { type TakeStop } from '#orders/order/orders-repository.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { type BulkOperation, changeOrders, type Decision } from './change-orders.ts';
import { requireDay } from './closing.ts';
import { stopCounters } from './stop-counters.ts';
import { warnAbout } from './warn-about.ts';

/** An order already with a courier keeps its state when reassigned: `en_ruta` stays `en_ruta`. */
export function decideAssign(row: DispatchRow, courierId: string, takeStop: TakeStop): Decision {
  if (row.courier_id !== null && (row.state === 'asignada' || row.state === 'en_ruta')) {
    if (String(row.courier_id) === courierId) return 'as_wanted';
    return { what: 'reasignada', patch: { courierId, ...takeStop(row.date) } };
  }
  if (!mayMove(row.state, 'asignada', 'assign')) return 'state';
  return { what: 'asignada', patch: { state: 'asignada', courierId, ...takeStop(row.date) } };
}

/**
 * Assigns orders to a courier, also those of another courier, after the courier's existing stops of their day. With a date
 * they move to that day.
 */
export const assignOrders: BulkOperation<{ courierId: string; date?: string | undefined; orders: OrderRef[] }> = (
  services,
  dispatcher,
  key,
  { courierId, date, orders },
) =>
  changeOrders(services, dispatcher, {
    key,
    operation: 'assign',
    content: { courierId, orders, ...(date !== undefined && { date }) },
    refs: orders,
    plan: async (trx, now) => {
      const courier = await requireActiveCourier(trx, dispatcher, Number(courierId));
      const today = officeDay(now, dispatcher);
      if (date !== undefined) requireDay(date, today);
      const takeStop = (await stopCounters(trx, dispatcher, [courier.id], now))(courier.id);
      return {
        decide: (row) => {
          if (date === undefined) return decideAssign(row, courierId, takeStop);
          const decision = decideAssign({ ...row, date }, courierId, takeStop);
          return typeof decision === 'string'
            ? decision
            : { ...decision, patch: { ...onDay(row, date, today), ...decision.patch } };
        },
        after: (changes) => warnAbout(trx, dispatcher, { courierId: courier.id, today }, changes),
      };
    },
  });
