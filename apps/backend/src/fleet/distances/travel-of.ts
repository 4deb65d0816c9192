import { metersBetween } from '@despacho/contracts/dispatch';
import { type Measurement, type RoutePlace, type Travel } from './distances.ts';
import { onCurve } from './travel-curve.ts';

/**
 * The search for doors that are known vaguely. Arriving and leaving each add half of the radius, so that every stop is
 * searched once, and two stops at the centre of one district are as far apart as two random points of it: 0.9 of the radius.
 * @returns meters in a straight line that a trip between two places has in addition to the distance of their coordinates.
 */
export const searchMetres = (from: Pick<RoutePlace, 'radius'>, to: Pick<RoutePlace, 'radius'>): number =>
  (from.radius + to.radius) / 2;

/**
 * Pure, and not asynchronous: it may run in a thread.
 * @returns travel between all places. From a place to itself is the search alone. Pairs without an answer of the server are
 * as in a straight line.
 */
export function travelOf({ places, curve, table, kind }: Measurement): Travel {
  const count = places.length;
  const metres = new Float64Array(count * count);
  const minutes = new Float64Array(count * count);
  for (const [from, one] of places.entries())
    // Straight lines are the same in both directions.
    for (let to = from; to < count; to++) {
      const other = places[to] ?? one;
      const search = kind === 'fake' ? 0 : searchMetres(one, other);
      const straight = search + metersBetween(one, other);
      const direct = [onCurve(curve.metres, straight), onCurve(curve.minutes, straight)] as const;
      for (const index of [from * count + to, to * count + from]) {
        const [asMetres = NaN, asMinutes = NaN] = [table?.metres[index], table?.minutes[index]];
        const isKnown = !Number.isNaN(asMetres + asMinutes);
        metres[index] = isKnown ? asMetres + onCurve(curve.metres, search) : direct[0];
        minutes[index] = isKnown ? asMinutes + onCurve(curve.minutes, search) : direct[1];
      }
    }
  return { places: count, metres, minutes };
}
