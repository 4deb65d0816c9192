import { carryDay, numberedOn, type PlanRoute } from '@despacho/contracts/dispatch';
import { requireActiveCourier } from '#fleet/couriers/couriers-repository.ts';
import { findLoad, findNextStop, isOneOf, ordersOf } from '#orders/order/orders-repository.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { conflict } from '#platform/refusal.ts';
import { decideAssign } from './assign-orders.ts';
import { type BulkOperation, changeOrders } from './change-orders.ts';
import { warnAbout } from './warn-about.ts';

/**
 * Refuses a route that moves a stop to which a courier is driving, unless it unpins that stop: it stays the first one of
 * its courier.
 */
async function keepNextStops(
  trx: Database,
  dispatcher: Dispatcher,
  { courierId, stops, leaving = [] }: PlanRoute & { courierId: string },
  today: string,
): Promise<void> {
  const ids = stops.map(({ id }) => Number(id));
  const driving = await ordersOf(trx, dispatcher)
    .clearSelect()
    .select('orders.courier_id')
    .distinct()
    .where(isOneOf([...ids, ...leaving.map(Number)]))
    .where('orders.state', '=', 'en_ruta')
    .execute();
  for (const { courier_id: driver } of driving) {
    const next = driver === null ? undefined : await findNextStop(trx, dispatcher, driver, today);
    if (next === undefined) continue;
    const place = stops.findIndex(({ id }) => id === next);
    const mayStay = place === (String(driver) === courierId ? 0 : -1) && !leaving.includes(next);
    if (!mayStay && stops[place]?.pinned !== false)
      throw conflict('Un repartidor ya va camino a una de estas paradas; desfíjela para moverla');
  }
}

/**
 * Accepts the proposed route of a courier: assigns what is new, numbers the stops as named and pins them.
 * @throws Refusal conflict if the courier has received orders since, or a stop that somebody is driving to would move.
 */
export const acceptRoute: BulkOperation<PlanRoute & { courierId: string }> = (services, dispatcher, key, route) =>
  changeOrders(services, dispatcher, {
    key,
    operation: 'route',
    content: route,
    refs: route.stops.map(({ id, version }) => ({ id, version })),
    plan: async (trx, now) => {
      const courier = await requireActiveCourier(trx, dispatcher, Number(route.courierId));
      const today = officeDay(now, dispatcher);
      const day = route.day ?? today;
      const load = new Set((await findLoad(trx, dispatcher, courier.id, { day, today })).map(({ id }) => id));
      const named = new Set([...route.stops.map(({ id }) => id), ...(route.leaving ?? [])]);
      if ([...load].some((id) => !named.has(id))) throw conflict('La ruta tiene ahora otras paradas; vuelva a mirarla');
      await keepNextStops(trx, dispatcher, route, today);
      return {
        decide: (row, at) => {
          const isHis = load.has(String(row.id));
          // A place that another courier's route gave it is none in this one.
          const { pinned = isHis && row.pinned } = route.stops[at] ?? {};
          const place = { ...numberedOn(day, row.date, at + 1), pinned };
          if (isHis) return { what: 'reordenada', patch: place };
          if (carryDay(row.date, today) !== day) return 'day_ahead';
          const decision = decideAssign(row, route.courierId, () => place);
          return typeof decision === 'string' ? decision : { ...decision, patch: { ...decision.patch, ...place } };
        },
        after: async (changes) => {
          const given = changes.filter(({ what }) => what !== 'reordenada');
          return given.length === 0 ? [] : warnAbout(trx, dispatcher, { courierId: courier.id, today }, given);
        },
      };
    },
  });
