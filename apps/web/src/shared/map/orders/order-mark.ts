import { type Exactness, type Order, type OrderState, type PlaceJudge } from '@despacho/contracts/dispatch';
import { districtOf } from '../../districts/districts.ts';
import { exactnessAt } from '../exactness-at.ts';

/** Fields of an order that the map uses. */
export interface MappedOrder extends Pick<Order, 'id' | 'code' | 'state' | 'dueAt' | 'courier'> {
  recipient: Pick<Order['recipient'], 'name'>;
  place: Pick<Order['place'], 'ubigeo' | 'lat' | 'lng' | 'approximate'> & {
    exactness?: Pick<Exactness, 'radius'> | undefined;
  };
}

/** An order on the map. */
export interface OrderMark {
  id: string;
  code: string;
  state: OrderState;
  lat: number;
  lng: number;
  /** The place is known less exactly than to the block. */
  approximate: boolean;
  /** It is within this many meters. */
  radius: number;
  /** Whether its coordinates are implausible, so that the map is not fitted to it. */
  isMisplaced: boolean;
  /** Overdue. */
  late: boolean;
  /** A CSS colour instead of that of its state. */
  color?: string | undefined;
  /** Recipient and place. */
  text: string;
}

const OPEN: ReadonlySet<OrderState> = new Set<OrderState>(['pendiente', 'asignada', 'en_ruta']);

/**
 * @param now milliseconds of the server's clock.
 * @param judge the verdict on places of the office; none while its districts are being loaded.
 * @returns the mark of an order.
 */
export function markOf(
  { id, code, state, place, recipient, dueAt, courier }: MappedOrder,
  now: number,
  judge?: PlaceJudge,
): OrderMark {
  const where = districtOf(place.ubigeo)?.name ?? place.ubigeo;
  return {
    id,
    code,
    state,
    lat: place.lat,
    lng: place.lng,
    approximate: place.approximate,
    radius: exactnessAt(place).radius,
    isMisplaced: judge?.(place).kind === 'implausible',
    late: OPEN.has(state) && Date.parse(dueAt) < now,
    text: [recipient.name, where, ...(courier ? [courier.name] : [])].join(' · '),
  };
}
