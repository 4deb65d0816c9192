import { type OrderFilter } from '@despacho/contracts/dispatch';

/** @returns id of the only courier that a filter selects, whose route the map shows. */
export const onlyCourier = ({ couriers }: OrderFilter): string | undefined =>
  couriers.is.length === 1 ? couriers.is[0] : undefined;

/** @returns the filter with this courier only; with all if undefined. */
export const withCourier = (filter: OrderFilter, id: string | undefined): OrderFilter => ({
  ...filter,
  couriers: { is: id === undefined ? [] : [id], not: [] },
});
