import { type Choice, type Order, type OrderFilter } from '@despacho/contracts/dispatch';
import { isRuledOut } from './choices.ts';

/** @returns whether a choice admits a value; an empty field matches no value. */
const admits = <T extends string>({ is, not }: Choice<T>, value: T | null): boolean =>
  value === null ? is.length === 0 : (is.length === 0 || is.includes(value)) && !not.includes(value);

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
