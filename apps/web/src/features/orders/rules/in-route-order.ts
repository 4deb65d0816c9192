import { type Order } from '@despacho/contracts/dispatch';

/** @returns the stops in route order; stops without a position go last, by due time. */
export const inRouteOrder = <T extends Pick<Order, 'sequence' | 'dueAt'>>(stops: readonly T[]): T[] =>
  stops.toSorted(
    (one, other) =>
      (one.sequence ?? Infinity) - (other.sequence ?? Infinity) || Date.parse(one.dueAt) - Date.parse(other.dueAt) || 0,
  );
