/* oxlint-disable typescript/no-non-null-assertion -- indices are nodes and couriers, and the arrays have one element of each */
import { NONE, type Routes } from './routes.ts';

/** The paper's figures: stops removed on average, longest string, share of split strings, and how far one stays open. */
const [REMOVED, LONGEST, SPLIT, SPLIT_STOPS] = [10, 10, 0.5, 0.01];

/**
 * Adjacent string removal: removes strings of stops from routes that are close to each other, around a random stop.
 * @param near the nearest stops of each, itself first.
 * @returns the removed stops. Their couriers are not refreshed.
 */
export function ruin(routes: Routes, near: Int32Array, random: () => number): number[] {
  const width = near.length / routes.stops;
  let [placed, used] = [0, 0];
  for (const size of routes.size) {
    placed += size;
    if (size > 0) used++;
  }
  const longest = Math.min(LONGEST, placed / Math.max(1, used));
  const strings = Math.floor(random() * ((4 * REMOVED) / (1 + longest) - 1) + 1);
  const ruined: number[] = [];
  const removed: number[] = [];
  const seed = Math.floor(random() * routes.stops) * width;
  for (let index = seed; index < seed + width && ruined.length < strings; index++) {
    const stop = near[index]!;
    const courier = routes.courierOf[stop]!;
    if (courier === NONE || ruined.includes(courier)) continue;
    ruined.push(courier);
    const length = Math.floor(1 + random() * Math.min(routes.size[courier]!, longest));
    for (const one of stringAround(routes, stop, length, random)) {
      routes.remove(one);
      removed.push(one);
    }
  }
  return removed;
}

/** @returns a string of stops around one, without pinned ones; half of the time with some kept in its middle. */
function stringAround(routes: Routes, stop: number, length: number, random: () => number): number[] {
  let kept = 0;
  const size = routes.size[routes.courierOf[stop]!]!;
  if (length > 1 && length < size && random() < SPLIT) {
    kept = 1;
    while (length + kept < size && random() > SPLIT_STOPS) kept++;
  }
  const total = length + kept;
  const behind = beside(routes, routes.next, stop, total - 1);
  const before = beside(routes, routes.prev, stop, total - 1).reverse();
  const window = [...before, stop, ...behind];
  const first = Math.max(0, window.length - total) * random();
  const string = window.slice(Math.round(first), Math.round(first) + total);
  if (kept > 0) string.splice(Math.floor(random() * (length + 1)), kept);
  return string.filter((one) => routes.pin[one] === NONE);
}

/** @returns up to `count` stops in one direction, across returns to the start. */
function beside(routes: Routes, links: Int32Array, from: number, count: number): number[] {
  const stops: number[] = [];
  for (let node = links[from]!; node !== NONE && stops.length < count; node = links[node]!)
    if (node < routes.stops) stops.push(node);
  return stops;
}
