import {
  DUE_SOON_MINUTES,
  OPEN_STATES,
  type Choice,
  type Order,
  type OrderFilter,
  type OrderFlag,
} from '@despacho/contracts/dispatch';

const MINUTE = 60_000;

/** @returns whether a choice admits a value; an empty field has none of the values. */
export const admits = <T extends string>({ is, not }: Choice<T>, value: T | null): boolean =>
  value === null ? is.length === 0 : (is.length === 0 || is.includes(value)) && !not.includes(value);

type Flagged = Pick<Order, 'state' | 'dueAt' | 'collect' | 'note' | 'evidence'>;

/** The same rules as the service's, at an instant of its clock. */
function hasFlag(flag: OrderFlag, { state, dueAt, collect, note, evidence }: Flagged, now: number): boolean {
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
      return collect !== null;
    case 'con_nota':
      return note !== null;
    case 'sin_evidencia':
      return state === 'entregada' && evidence === 0;
  }
}

/**
 * @param now epoch milliseconds of the server's clock.
 * @returns whether an order matches a filter, except for its search and batch, which only the service can check.
 */
export function matchesFilter(filter: OrderFilter, order: Order, now: number): boolean {
  const { states, couriers, districts, clients, flags, from, to } = filter;
  return (
    admits(states, order.state) &&
    admits(couriers, order.courier?.id ?? null) &&
    admits(districts, order.place.ubigeo) &&
    admits(clients, order.client.id) &&
    flags.is.every((flag) => hasFlag(flag, order, now)) &&
    !flags.not.some((flag) => hasFlag(flag, order, now)) &&
    (from === undefined || order.date >= from) &&
    (to === undefined || order.date <= to)
  );
}
