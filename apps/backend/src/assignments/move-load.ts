import { MAX_ORDERS } from '@despacho/contracts/dispatch';
import { requireCourier, requireActiveCourier } from '../couriers/couriers-repository.ts';
import { findLoad, nextStop } from '../orders/orders-repository.ts';
import { Refusal } from '../refusal.ts';
import { decideAssign } from './assign-orders.ts';
import { type BulkOperation, changeOrders } from './change-orders.ts';
import { warnAbout } from './warn-about.ts';

/** Moves a courier's whole load to another courier, after the other's own stops and in the same order. */
export const moveLoad: BulkOperation<{ from: string; to: string }> = (services, dispatcher, key, { from, to }) =>
  changeOrders(services, dispatcher, {
    key,
    operation: 'move-load',
    content: { from, to },
    refs: [],
    plan: async (trx) => {
      await requireCourier(trx, dispatcher, Number(from));
      const courier = await requireActiveCourier(trx, dispatcher, Number(to));
      const load = await findLoad(trx, dispatcher, Number(from));
      if (load.length > MAX_ORDERS)
        throw new Refusal('invalid', `La carga pasa de ${MAX_ORDERS} órdenes; pásela por partes`);
      const next = await nextStop(trx, dispatcher, courier.id);
      return {
        refs: load,
        decide: (row, place) => decideAssign(row, to, next + place),
        warn: (changes) => warnAbout(trx, dispatcher, courier.id, changes),
      };
    },
  });
