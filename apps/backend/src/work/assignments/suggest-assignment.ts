import { carryDay, type OrderRef, type Suggestion } from '@despacho/contracts/dispatch';
import { courierWarnings } from '#fleet/couriers/courier-warnings.ts';
import { listCouriersOf } from '#fleet/couriers/couriers-repository.ts';
import { zonesServed } from '#fleet/couriers/zones-served.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { findOrders } from '#orders/order/orders-repository.ts';
import { type WorkServices } from '../services.ts';
import { closedFor } from '../days/working-days.ts';
import { proposeAssignment } from './propose-assignment.ts';

/**
 * Proposes an assignment for a person to review: each day separately, with the couriers' load of that day. Ignores
 * orders of other offices.
 */
export async function suggestAssignment(
  { db, clock }: WorkServices,
  dispatcher: Dispatcher,
  refs: readonly OrderRef[],
): Promise<Suggestion> {
  const rows = await findOrders(
    db,
    dispatcher,
    refs.map(({ id }) => Number(id)),
  );
  const now = clock();
  const today = officeDay(now, dispatcher);
  const suggestion: Suggestion = {
    parts: [],
    unplaced: [],
    distances: { source: 'direct', hasFallenBack: false },
    isCut: false,
  };
  for (const [day, ofDay] of [...Map.groupBy(rows, ({ date }) => carryDay(date, today))].sort()) {
    const listed = await listCouriersOf(db, dispatcher, { day, today });
    const active = listed.flatMap(({ id, state }) => (state === 'activo' ? [id] : []));
    const closed = await closedFor(db, dispatcher, active, { day, now });
    const couriers = listed.filter(({ id }) => !closed.has(id));
    const zonesAt = await zonesServed(db, dispatcher, couriers);
    const { parts, unplaced } = proposeAssignment(ofDay, couriers, zonesAt);
    for (const { courier, orders } of parts)
      suggestion.parts.push({
        courierId: String(courier.id),
        name: courier.name,
        day,
        orders: orders.map(({ id, version }) => ({ id: String(id), version })),
        warnings: courierWarnings(courier, orders, zonesAt),
        leaving: [],
        start: 'office',
        stops: [],
        after: { km: 0, minutes: 0, endsAt: 0, late: 0, lateMinutes: 0 },
        before: null,
        moves: [],
      });
    suggestion.unplaced.push(...unplaced.map(({ order, why }) => ({ id: String(order.id), why })));
  }
  return suggestion;
}
