import { type OrderRef, type Suggestion } from '@despacho/contracts/dispatch';
import { courierWarnings } from '../couriers/courier-warnings.ts';
import { listCouriersOf } from '../couriers/couriers-repository.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { findOrders } from '../orders/orders-repository.ts';
import { type Services } from '../services.ts';
import { proposeAssignment } from './propose-assignment.ts';

/** Proposes an assignment for a person to review. Ignores orders of other offices. */
export async function suggestAssignment(
  { db }: Services,
  dispatcher: Dispatcher,
  refs: readonly OrderRef[],
): Promise<Suggestion> {
  const rows = await findOrders(
    db,
    dispatcher,
    refs.map(({ id }) => Number(id)),
  );
  const { parts, unplaced } = proposeAssignment(rows, await listCouriersOf(db, dispatcher));
  return {
    parts: parts.map(({ courier, orders }) => ({
      courierId: String(courier.id),
      name: courier.name,
      orders: orders.map(({ id, version }) => ({ id: String(id), version })),
      warnings: courierWarnings(courier, orders),
    })),
    unplaced: unplaced.map(({ order, why }) => ({ id: String(order.id), why })),
  };
}
