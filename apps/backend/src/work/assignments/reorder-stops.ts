import { numberedOn, type OrderRef } from '@despacho/contracts/dispatch';
import { requireCourier } from '#fleet/couriers/couriers-repository.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { findLoad } from '#orders/order/orders-repository.ts';
import { conflict } from '#platform/refusal.ts';
import { type BulkOperation, changeOrders } from './change-orders.ts';

/**
 * Reorders a courier's stops of a day, today by default.
 * @param orders all that the courier carries on it, since a partial order would be ambiguous.
 * @param pinned ids of those whose place is fixed from now on, no others; without it, pins stay as they are.
 * @throws Refusal conflict if the courier has received orders since.
 */
export const reorderStops: BulkOperation<{
  courierId: string;
  day?: string | undefined;
  orders: OrderRef[];
  pinned?: string[] | undefined;
}> = (services, dispatcher, key, { courierId, day, orders, pinned }) =>
  changeOrders(services, dispatcher, {
    key,
    operation: 'reorder',
    content: { courierId, day, orders, pinned },
    refs: orders,
    plan: async (trx, now) => {
      await requireCourier(trx, dispatcher, Number(courierId));
      const today = officeDay(now, dispatcher);
      const carried = await findLoad(trx, dispatcher, Number(courierId), { day: day ?? today, today });
      const load = new Set(carried.map(({ id }) => id));
      const named = new Set(orders.map(({ id }) => id));
      if ([...load].some((id) => !named.has(id))) throw conflict('La ruta tiene ahora otras paradas; vuelva a mirarla');
      const fixed = pinned && new Set(pinned);
      let place = 0;
      return {
        decide: (row) => {
          const id = String(row.id);
          if (!load.has(id)) return 'not_of_courier';
          place += 1;
          const number = numberedOn(day ?? today, row.date, place);
          return { what: 'reordenada', patch: { ...number, ...(fixed && { pinned: fixed.has(id) }) } };
        },
      };
    },
  });
