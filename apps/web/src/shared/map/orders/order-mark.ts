import { DISTRICTS, ORDER_STATES, type Order, type OrderState } from '@despacho/contracts/dispatch';

/** What a map needs to know of an order. */
export type MappedOrder = Pick<Order, 'id' | 'code' | 'state' | 'place' | 'recipient' | 'dueAt' | 'courier'>;

/** An order on the map. */
export interface OrderMark {
  id: string;
  code: string;
  state: OrderState;
  lat: number;
  lng: number;
  /** Stands at the centre of its district, because nobody has told the place. */
  approximate: boolean;
  /** Should have been visited by now. */
  late: boolean;
  /** Who waits for it, and where. */
  text: string;
}

const OPEN: ReadonlySet<OrderState> = new Set<OrderState>(['pendiente', 'asignada', 'en_ruta']);
const districtNames = new Map(DISTRICTS.map(({ ubigeo, name }) => [ubigeo, name]));

/**
 * @param now milliseconds of the server's clock.
 * @returns how an order stands on the map.
 */
export function markOf({ id, code, state, place, recipient, dueAt, courier }: MappedOrder, now: number): OrderMark {
  const where = districtNames.get(place.ubigeo) ?? place.address;
  return {
    id,
    code,
    state,
    lat: place.lat,
    lng: place.lng,
    approximate: place.approximate,
    late: OPEN.has(state) && Date.parse(dueAt) < now,
    text: [recipient.name, where, ...(courier ? [courier.name] : [])].join(' · '),
  };
}

/** A mark in words: everything its shape and colour tell. */
export const markText = ({ code, state, late, approximate, text }: OrderMark): string =>
  [
    code,
    ORDER_STATES[state],
    ...(late ? ['vencida'] : []),
    text,
    ...(approximate ? ['ubicación aproximada'] : []),
  ].join(', ');
