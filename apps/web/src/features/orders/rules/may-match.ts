import { type Order, type OrderFilter } from '@despacho/contracts/dispatch';
import { isRuledOut } from './choices.ts';
import { admits } from './matches-filter.ts';

/** @returns whether an order with this state, day and courier can match the filter; checks nothing else. */
export function mayMatch(
  { states, flags, couriers, from, to }: Pick<OrderFilter, 'states' | 'flags' | 'couriers' | 'from' | 'to'>,
  { state, date, courier }: Pick<Order, 'state' | 'date' | 'courier'>,
): boolean {
  if ((from !== undefined && date < from) || (to !== undefined && date > to)) return false;
  if (!admits(states, state)) return false;
  if (flags.is.some((flag) => isRuledOut({ is: [state], not: [] }, flag))) return false;
  return admits(couriers, courier?.id ?? null);
}
