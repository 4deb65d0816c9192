import { mayMove, type OrderRef } from '@despacho/contracts/dispatch';
import { requireActiveCourier } from '../couriers/couriers-repository.ts';
import { type DispatchRow } from '../orders/order-row.ts';
import { nextStop } from '../orders/orders-repository.ts';
import { type BulkOperation, changeOrders, type Decision } from './change-orders.ts';
import { warnAbout } from './warn-about.ts';

/** An order already with a courier keeps its state when reassigned: `en_ruta` stays `en_ruta`. */
export function decideAssign(row: DispatchRow, courierId: string, sequence: number): Decision {
  if (row.courier_id !== null && (row.state === 'asignada' || row.state === 'en_ruta')) {
    if (String(row.courier_id) === courierId) return 'as_wanted';
    return { what: 'reasignada', patch: { courierId, sequence } };
  }
  if (!mayMove(row.state, 'asignada', 'assign')) return 'state';
  return { what: 'asignada', patch: { state: 'asignada', courierId, sequence } };
}

/** Assigns orders to a courier, also those of another courier, after the courier's existing stops. */
export const assignOrders: BulkOperation<{ courierId: string; orders: OrderRef[] }> = (
  services,
  dispatcher,
  key,
  { courierId, orders },
) =>
  changeOrders(services, dispatcher, {
    key,
    operation: 'assign',
    content: { courierId, orders },
    refs: orders,
    plan: async (trx) => {
      const courier = await requireActiveCourier(trx, dispatcher, Number(courierId));
      let next = await nextStop(trx, dispatcher, courier.id);
      return {
        decide: (row) => {
          const decision = decideAssign(row, courierId, next);
          if (typeof decision === 'object') next += 1;
          return decision;
        },
        warn: (changes) => warnAbout(trx, dispatcher, courier.id, changes),
      };
    },
  });
