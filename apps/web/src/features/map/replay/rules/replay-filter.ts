import { OPEN_STATES, type OrderFilter } from '@despacho/contracts/dispatch';
import { readOrdersAddress, writeOrdersAddress } from '#features/orders/rules/orders-address.ts';

/**
 * @param params of the address of the live map.
 * @returns its filter for a replay: without days, and without the usual states, because in the past open orders are closed
 *   one after the other.
 */
export function replayFilter(params: URLSearchParams): OrderFilter {
  const { from: _, to: __, ...filter } = readOrdersAddress(params).filter;
  const { is, not } = filter.states;
  const isUsual =
    not.length === 0 && is.length === OPEN_STATES.length && OPEN_STATES.every((state) => is.includes(state));
  return isUsual ? { ...filter, states: { is: [], not: [] } } : filter;
}

/** @returns the address without its filter of couriers. */
export function withAllCouriers(params: URLSearchParams): URLSearchParams {
  const address = readOrdersAddress(params);
  return writeOrdersAddress({ ...address, filter: { ...address.filter, couriers: { is: [], not: [] } } }, params);
}

/** @returns whether a filter selects a courier. */
export const selectsCourier = ({ couriers: { is, not } }: OrderFilter, id: string): boolean =>
  (is.length === 0 || is.includes(id)) && !not.includes(id);
