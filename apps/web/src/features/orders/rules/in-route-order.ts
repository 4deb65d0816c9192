import { type Order } from '@despacho/contracts/dispatch';

/** @returns the stops as the courier makes them; whatever has no place in the route yet comes last, by what is due first. */
export const inRouteOrder = <T extends Pick<Order, 'sequence' | 'dueAt'>>(stops: readonly T[]): T[] =>
  stops.toSorted(
    (one, other) =>
      (one.sequence ?? Infinity) - (other.sequence ?? Infinity) || Date.parse(one.dueAt) - Date.parse(other.dueAt) || 0,
  );
