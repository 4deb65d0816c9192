import { type Order, type OrderState } from '@despacho/contracts/dispatch';
import { districtOf } from '../../districts/districts.ts';

/** Fields of an order that the map uses. */
export interface MappedOrder extends Pick<Order, 'id' | 'code' | 'state' | 'dueAt' | 'courier'> {
  recipient: Pick<Order['recipient'], 'name'>;
  place: Pick<Order['place'], 'ubigeo' | 'lat' | 'lng' | 'approximate'>;
}

/** An order on the map. */
export interface OrderMark {
  id: string;
  code: string;
  state: OrderState;
  lat: number;
  lng: number;
  /** Placed at the centre of its district, because the exact place is unknown. */
  approximate: boolean;
  /** Overdue. */
  late: boolean;
  /** Recipient and place. */
  text: string;
}

const OPEN: ReadonlySet<OrderState> = new Set<OrderState>(['pendiente', 'asignada', 'en_ruta']);

/**
 * @param now milliseconds of the server's clock.
 * @returns the mark of an order.
 */
export function markOf({ id, code, state, place, recipient, dueAt, courier }: MappedOrder, now: number): OrderMark {
  const where = districtOf(place.ubigeo)?.name ?? place.ubigeo;
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
