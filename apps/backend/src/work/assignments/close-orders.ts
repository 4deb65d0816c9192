import { type Close, type Closing, mayMove } from '@despacho/contracts/dispatch';
import { requireCourier } from '#fleet/couriers/couriers-repository.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { requireReasons } from '#orders/reasons/reasons-repository.ts';
import { type BulkOperation, type BulkRequest, changeOrders } from './change-orders.ts';
import { workingDayOf } from '../days/working-days.ts';
import { decideClosing, type PhoneVisit } from './closing.ts';
import { endRoute } from './start-route.ts';

/** @returns the plan that closes orders. */
export const closingPlan =
  (dispatcher: Dispatcher, orders: readonly (Closing & PhoneVisit)[]): BulkRequest['plan'] =>
  async (trx, now) => {
    await requireReasons(trx, dispatcher, orders);
    const closings = new Map(orders.map((each) => [each.id, each]));
    return {
      decide: (row) => {
        const closing = closings.get(String(row.id));
        if (!closing) return 'not_found';
        if (row.state === closing.to) return 'as_wanted';
        if (!mayMove(row.state, closing.to, 'close')) return 'state';
        return decideClosing(row, closing, closing.to, { ...dispatcher, now });
      },
    };
  };

/**
 * Closes the visits of orders, each with its own result: a courier's whole route in one request, with which it is over.
 * @throws Refusal not-found for a route of another office's courier.
 */
export const closeOrders: BulkOperation<Close> = (services, dispatcher, key, { route, orders }) =>
  changeOrders(services, dispatcher, {
    key,
    operation: 'close',
    content: route === undefined ? orders : { route, orders },
    refs: orders,
    plan: async (trx, now) => {
      const plan = await closingPlan(dispatcher, orders)(trx, now);
      if (route === undefined) return plan;
      const { id: courierId, name: courier } = await requireCourier(trx, dispatcher, Number(route));
      const end = async (_: unknown, batch: string) => {
        const day = await workingDayOf(trx, dispatcher, { courierId, at: now });
        await endRoute(trx, dispatcher, { key: { courierId, day }, courier, at: now, now, batch }, null);
        return [];
      };
      return { ...plan, after: end };
    },
  });
