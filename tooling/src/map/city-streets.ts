import { metersBetween, type Point } from '@despacho/contracts/dispatch';
import graphs from '../../demo-map/street-graph.json' with { type: 'json' };
import { Streets } from './streets.ts';

/** Places further from every street than this are reached in a straight line. */
const MAX_METERS = 3000;

const STRAIGHT = {
  nearest: (place: Point): Point => place,
  route: (from: Point, to: Point): Point[] => [from, to],
};

let cities: Streets[] | undefined;

/** @returns the streets of the demonstration around a place; straight lines if it has none there. */
export function cityStreets(place: Point): Pick<Streets, 'nearest' | 'route'> {
  cities ??= Object.values(graphs).map((graph) => new Streets(graph));
  return cities.find((streets) => metersBetween(place, streets.nearest(place)) <= MAX_METERS) ?? STRAIGHT;
}
