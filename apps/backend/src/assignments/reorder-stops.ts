import { type OrderRef } from '@despacho/contracts/dispatch';
import { requireCourier } from '../couriers/couriers-repository.ts';
import { findLoad } from '../orders/orders-repository.ts';
import { Refusal } from '../refusal.ts';
import { type BulkOperation, changeOrders } from './change-orders.ts';

/**
 * Reorders a courier's stops.
 * @param orders all of the courier's orders, since a partial order would be ambiguous.
 * @throws Refusal conflict if the courier has received orders since.
 */
export const reorderStops: BulkOperation<{ courierId: string; orders: OrderRef[] }> = (
  services,
  dispatcher,
  key,
  { courierId, orders },
) =>
  changeOrders(services, dispatcher, {
    key,
    operation: 'reorder',
    content: { courierId, orders },
    refs: orders,
    plan: async (trx) => {
      await requireCourier(trx, dispatcher, Number(courierId));
      const load = new Set((await findLoad(trx, dispatcher, Number(courierId))).map(({ id }) => id));
      const named = new Set(orders.map(({ id }) => id));
      if ([...load].some((id) => !named.has(id)))
        throw new Refusal('conflict', 'La ruta tiene ahora otras paradas; vuelva a mirarla');
      let place = 0;
      return {
        decide: (row) => {
          if (!load.has(String(row.id))) return 'not_of_courier';
          place += 1;
          return { what: 'reordenada', patch: { sequence: place } };
        },
      };
    },
  });
