import { compareStops, type Order } from '@despacho/contracts/dispatch';

/** @returns the stops in route order; stops without a number go last in their day, by due time. */
export const inRouteOrder = <T extends Pick<Order, 'date' | 'sequence' | 'sequenceDay' | 'dueAt'>>(
  stops: readonly T[],
): T[] => stops.toSorted((one, other) => compareStops(one, other) || Date.parse(one.dueAt) - Date.parse(other.dueAt));
