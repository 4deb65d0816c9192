import { type Courier, LOADED_STATES } from '@despacho/contracts/dispatch';
import { districtOf } from '#shared/districts/districts.ts';
import { compareNames } from '#shared/fields/compare-names.ts';
import { countText } from '#shared/format/count-text.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { inRouteOrder } from '#features/orders/rules/in-route-order.ts';
import { type MapOrder } from '#features/orders/rules/map-order.ts';

/** A courier with the remaining deliveries, in route order. */
export interface Round {
  id: string;
  name: string;
  stops: readonly MapOrder[];
  /** Number of stops already «en ruta». */
  onRoute: number;
}

const LOADED: ReadonlySet<string> = new Set(LOADED_STATES);

/**
 * @param present couriers who are listed without orders too: those whose position is known.
 * @returns one round per courier with orders, or present, by the courier's name.
 */
export function roundsOf(orders: readonly MapOrder[], present: readonly Pick<Courier, 'id' | 'name'>[]): Round[] {
  const byCourier = new Map(present.map(({ id, name }) => [id, { name, stops: [] as MapOrder[] }]));
  for (const order of orders) {
    if (!order.courier || !LOADED.has(order.state)) continue;
    const round = byCourier.get(order.courier.id);
    if (round) round.stops.push(order);
    else byCourier.set(order.courier.id, { name: order.courier.name, stops: [order] });
  }
  return [...byCourier]
    .map(([id, { name, stops }]) => ({
      id,
      name,
      stops: inRouteOrder(stops),
      onRoute: stops.filter(({ state }) => state === 'en_ruta').length,
    }))
    .sort((one, other) => compareNames(one.name, other.name));
}

/** @returns the round of the chosen courier; an empty one for a courier without orders. */
export function roundOf(
  chosenId: string | undefined,
  rounds: readonly Round[],
  couriers: readonly Pick<Courier, 'id' | 'name'>[],
): Round | undefined {
  const isChosen = ({ id }: { id: string }): boolean => id === chosenId;
  const courier = couriers.find(isChosen);
  return rounds.find(isChosen) ?? (courier && { id: courier.id, name: courier.name, stops: [], onRoute: 0 });
}

/** @returns «3 repartidores». */
export const courierCount = (count: number): string => countText(count, 'repartidor', 'repartidores');

/** @returns the content of the list, limited to a chosen courier. */
export const summaryText = (orders: number, rounds: readonly Round[], chosen: Round | undefined): string =>
  `${orderCount(orders)} · ${courierCount(chosen ? 1 : rounds.length)}`;

/** The first stop that is «en ruta», or else the first stop. */
const nextStop = ({ stops }: Round): MapOrder | undefined => stops.find(({ state }) => state === 'en_ruta') ?? stops[0];

/** @returns a courier's next stop as text: «siguiente: San Isidro · 5 por entregar». */
export function roundText(round: Round): string {
  const next = nextStop(round);
  if (!next) return 'sin órdenes por entregar';
  const where = districtOf(next.place.ubigeo)?.name ?? next.place.ubigeo;
  return `${round.onRoute > 0 ? 'siguiente' : 'empieza en'}: ${where} · ${round.stops.length} por entregar`;
}
