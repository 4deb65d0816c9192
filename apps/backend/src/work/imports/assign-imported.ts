import { type ImportReceipt, MAX_ORDERS, type OrderRef } from '@despacho/contracts/dispatch';
import { decideAssign } from '../assignments/assign-orders.ts';
import { changeOrdersIn } from '../assignments/change-orders.ts';
import { requireActiveCourier } from '#fleet/couriers/couriers-repository.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { stopCounters } from '../assignments/stop-counters.ts';

/** An imported order whose file names its courier. */
export interface RoutedOrder {
  id: number;
  courierId: string;
  /** Place in the route as the file states it; orders without one follow in file order. */
  stop?: number | undefined;
}

/** Version of a new order. */
const VERSION = 1;

/**
 * Assigns new orders to the couriers that their file names, after each courier's existing stops of their day and in
 * the order of the file's stops. The usual rules of an assignment apply.
 * @returns how many were assigned, and which stay unassigned because the day of their courier is confirmed.
 * @throws Refusal conflict for a retired courier, not-found for one of another office.
 */
export async function assignImported(
  trx: Database,
  dispatcher: Dispatcher,
  orders: readonly RoutedOrder[],
  now: Date,
): Promise<{ assigned: number; closed: NonNullable<ImportReceipt['closed']> }> {
  if (orders.length === 0) return { assigned: 0, closed: [] };
  const last = Number.MAX_SAFE_INTEGER;
  const sorted = orders.toSorted((one, other) => (one.stop ?? last) - (other.stop ?? last));
  const courierOf = new Map(sorted.map(({ id, courierId }) => [id, courierId]));
  const nameOf = new Map<string, string>();
  const refs = sorted.map(({ id }): OrderRef => ({ id: String(id), version: VERSION }));
  const receipt = await changeOrdersIn(
    trx,
    dispatcher,
    {
      refs,
      plan: async () => {
        for (const courierId of new Set(courierOf.values())) {
          const { name } = await requireActiveCourier(trx, dispatcher, Number(courierId), '; lea otra vez el archivo');
          nameOf.set(courierId, name);
        }
        const counters = await stopCounters(trx, dispatcher, [...nameOf.keys()].map(Number), now);
        return {
          decide: (row) => {
            const courierId = courierOf.get(row.id) ?? '';
            return decideAssign(row, courierId, counters(Number(courierId)));
          },
        };
      },
    },
    now,
  );
  const left = new Set(receipt.outcomes.flatMap((each) => (!each.ok && each.why === 'day_confirmed' ? [each.id] : [])));
  return {
    assigned: receipt.outcomes.filter(({ ok }) => ok).length,
    closed: [...nameOf].flatMap(([id, name]) => {
      const own = refs.filter((order) => left.has(order.id) && courierOf.get(Number(order.id)) === id);
      // No assignment may name more.
      return Array.from({ length: Math.ceil(own.length / MAX_ORDERS) }, (_, at) => ({
        courier: { id, name },
        orders: own.slice(at * MAX_ORDERS, (at + 1) * MAX_ORDERS),
      }));
    }),
  };
}
