import { type Arrival, type CourierTrail, type TimedPoint, type Period } from '@despacho/contracts/dispatch';
import { indexAt } from './track.ts';

/** Where a courier stayed: a stop of some minutes, a shorter stay at the place of an order, or both in one. */
export interface Stay extends Period {
  lat: number;
  lng: number;
  /** The orders at whose places it was. */
  orderIds: readonly string[];
}

const overlap = (one: Period, other: Period): boolean => one.from <= other.to && other.from <= one.to;

const periodOf = ({ at, until }: Arrival): Period => ({ from: Date.parse(at) / 1000, to: Date.parse(until) / 1000 });

/**
 * @param stops of a trail. @param arrivals of the same courier and day.
 * @param points of the trail, by time: they give the place of a stay that is not a stop.
 * @returns the stays, by time. Arrivals during a stop belong to it, and others at the same time to each other.
 */
export function staysOf(
  stops: CourierTrail['stops'],
  arrivals: readonly Arrival[],
  points: readonly TimedPoint[],
): Stay[] {
  const stays: (Stay & { orderIds: string[] })[] = stops.map((stop) => ({ ...stop, orderIds: [] }));
  for (const arrival of arrivals) {
    const period = periodOf(arrival);
    const known = stays.find((stay) => overlap(stay, period));
    const place = points[Math.max(0, indexAt(points, period.from))];
    if (known) known.orderIds.push(arrival.orderId);
    else if (place) stays.push({ ...period, lat: place.lat, lng: place.lng, orderIds: [arrival.orderId] });
  }
  return stays
    .map((stay) => ({ ...stay, orderIds: [...new Set(stay.orderIds)] }))
    .toSorted((one, other) => one.from - other.from);
}

/** Orders named in a line; more are counted. */
const NAMED = 2;

/**
 * @param nameOf recipient, address and code of an order; undefined for one that is not known, or not to be seen.
 * @returns at whose places a stay was: «Llegó a Elena Rojas, Av. Larco 345 (D0000021) y 2 más»; undefined for a stop
 *   elsewhere.
 */
export function arrivedText({ orderIds }: Pick<Stay, 'orderIds'>, nameOf: (id: string) => string | undefined) {
  if (orderIds.length === 0) return undefined;
  const named = orderIds
    .map(nameOf)
    .filter((name) => name !== undefined)
    .slice(0, NAMED);
  const others = orderIds.length - named.length;
  if (named.length === 0) return others === 1 ? 'Llegó a una entrega' : `Llegó a ${others} entregas`;
  return `Llegó a ${named.join(' · ')}${others > 0 ? ` y ${others} más` : ''}`;
}
