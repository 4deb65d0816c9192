import { MAX_ORDERS, type MoveLoad } from '@despacho/contracts/dispatch';
import { requireCourier, requireActiveCourier } from '#fleet/couriers/couriers-repository.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { findLoad } from '#orders/order/orders-repository.ts';
import { invalid } from '#platform/refusal.ts';
import { decideAssign } from './assign-orders.ts';
import { type BulkOperation, changeOrders } from './change-orders.ts';
import { stopCounters } from './stop-counters.ts';
import { warnAbout } from './warn-about.ts';

/**
 * Moves what a courier carries on a day to another courier, after the other's own stops and in the same order.
 * Today's load includes what was left from earlier days.
 */
export const moveLoad: BulkOperation<MoveLoad> = (services, dispatcher, key, { from, to, day }) =>
  changeOrders(services, dispatcher, {
    key,
    operation: 'move-load',
    content: { from, to, day },
    refs: [],
    plan: async (trx, now) => {
      await requireCourier(trx, dispatcher, Number(from));
      const courier = await requireActiveCourier(trx, dispatcher, Number(to));
      const today = officeDay(now, dispatcher);
      const load = await findLoad(trx, dispatcher, Number(from), { day: day ?? today, today });
      if (load.length > MAX_ORDERS) throw invalid(`La carga pasa de ${MAX_ORDERS} órdenes; pásela por partes`);
      const takeStop = (await stopCounters(trx, dispatcher, [courier.id], now))(courier.id);
      return {
        refs: load,
        decide: (row) => decideAssign(row, to, takeStop),
        after: (changes) => warnAbout(trx, dispatcher, { courierId: courier.id, today }, changes),
      };
    },
  });
