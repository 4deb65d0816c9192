import { MAX_ORDERS, type Receipt } from '@despacho/contracts/dispatch';
import { findCourier } from '../couriers/couriers-repository.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { findLoad, nextStop } from '../orders/orders-repository.ts';
import { notFound, Refusal } from '../refusal.ts';
import { type Services } from '../services.ts';
import { decideAssign } from './assign-orders.ts';
import { changeOrders } from './change-orders.ts';
import { findWorkingCourier, warnAbout } from './working-courier.ts';

/** Moves a courier's whole load to another courier, after the other's own stops and in the same order. */
export const moveLoad = (
  services: Services,
  dispatcher: Dispatcher,
  key: string,
  { from, to }: { from: string; to: string },
): Promise<Receipt> =>
  changeOrders(services, dispatcher, {
    key,
    operation: 'move-load',
    content: { from, to },
    refs: [],
    plan: async (trx) => {
      if (!(await findCourier(trx, dispatcher, Number(from)))) throw notFound();
      const courier = await findWorkingCourier(trx, dispatcher, to);
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
