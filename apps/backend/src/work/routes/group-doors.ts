import { fold } from '@despacho/contracts';
import { metersBetween } from '@despacho/contracts/dispatch';
import { type RouteOrder } from './read-orders.ts';

/** Two points of one building, in meters, as on the courier's phone. */
const CLOSE_METERS = 60;

/** What one visit can hand over: the parcels of an address, a recipient and a window. */
const nameOf = ({ address, ubigeo, recipient, window_from, window_to, pinned }: RouteOrder): string =>
  [fold(address), ubigeo, fold(recipient), window_from, window_to, pinned].join('|');

/**
 * Groups orders that one visit delivers: same address, recipient and window, at most 60 m apart.
 * @param most capacity of a trip, which a group does not exceed.
 * @returns the groups, in the order of their first orders.
 */
export function groupDoors(
  orders: readonly RouteOrder[],
  most: { orders: number; grams: number } = { orders: Infinity, grams: Infinity },
): RouteOrder[][] {
  const byName = new Map<string, { grams: number; orders: RouteOrder[] }[]>();
  const doors: RouteOrder[][] = [];
  for (const order of orders) {
    const name = nameOf(order);
    const alike = byName.get(name) ?? [];
    byName.set(name, alike);
    const door = alike.find(
      ({ grams, orders: [first, ...others] }) =>
        first &&
        metersBetween(first, order) <= CLOSE_METERS &&
        others.length + 2 <= most.orders &&
        grams + order.weight_grams <= most.grams,
    );
    if (door) {
      door.orders.push(order);
      door.grams += order.weight_grams;
    } else {
      const begun = { grams: order.weight_grams, orders: [order] };
      alike.push(begun);
      doors.push(begun.orders);
    }
  }
  return doors;
}
