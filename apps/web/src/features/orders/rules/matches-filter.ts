import {
  DUE_SOON_MINUTES,
  OPEN_STATES,
  type Choice,
  type Order,
  type OrderFilter,
  type OrderFlag,
} from '@despacho/contracts/dispatch';
import { type MapOrder } from './map-order.ts';

const MINUTE = 60_000;

/** @returns whether a choice admits a value; an empty field matches no value. */
export const admits = <T extends string>({ is, not }: Choice<T>, value: T | null): boolean =>
  value === null ? is.length === 0 : (is.length === 0 || is.includes(value)) && !not.includes(value);

/** An order, or what a map has of it. */
type Filtered = MapOrder & Partial<Pick<Order, 'client' | 'collect' | 'note' | 'evidence' | 'reason'>>;

/** The same rules as the service's, at an instant of its clock; undefined if the order lacks the field. */
function hasFlag(flag: OrderFlag, order: Filtered, now: number): boolean | undefined {
  const { state, dueAt, collect, note, evidence } = order;
  const isOpen = OPEN_STATES.some((each) => each === state);
  const due = Date.parse(dueAt);
  switch (flag) {
    case 'sin_asignar':
      return state === 'pendiente';
    case 'vencidas':
      return isOpen && due < now;
    case 'por_vencer':
      return isOpen && due >= now && due < now + DUE_SOON_MINUTES * MINUTE;
    case 'no_entregadas':
      return state === 'no_entregada';
    case 'con_cobro':
      return collect === undefined ? undefined : collect !== null;
    case 'con_nota':
      return note === undefined ? undefined : note !== null;
    case 'sin_evidencia':
      return state === 'entregada' && (evidence === undefined ? undefined : evidence === 0);
  }
}

/**
 * @param now epoch milliseconds of the server's clock.
 * @returns whether an order matches a filter, except for its search and batch, which only the service can check;
 * undefined if the order lacks a field that decides it.
 */
export function matchesFilter(filter: OrderFilter, order: Filtered, now: number): boolean | undefined {
  const { states, couriers, districts, clients, flags, reasons, promises, hours, from, to } = filter;
  const criteria = [
    admits(states, order.state),
    admits(couriers, order.courier?.id ?? null),
    admits(districts, order.place.ubigeo),
    isAny(clients) || (order.client && admits(clients, order.client.id)),
    isAny(reasons) || (order.reason === undefined ? undefined : admits(reasons, order.reason)),
    // Only the service knows what was first promised.
    isAny(promises) || undefined,
    isAny(hours) || undefined,
    ...flags.is.map((flag) => hasFlag(flag, order, now)),
    ...flags.not.map((flag) => negated(hasFlag(flag, order, now))),
    from === undefined || order.date >= from,
    to === undefined || order.date <= to,
  ];
  return criteria.includes(false) ? false : criteria.includes(undefined) ? undefined : true;
}

const isAny = ({ is, not }: Choice): boolean => is.length + not.length === 0;

const negated = (value: boolean | undefined): boolean | undefined => (value === undefined ? undefined : !value);
