/* oxlint-disable typescript/no-non-null-assertion -- indices are stops, and the arrays have one element of each */
import { NONE, type Route } from './route.ts';
import { type Routes } from './routes.ts';

/** The paper's figures: stops removed on average, longest string, share of split strings, and how far one stays open. */
const [REMOVED, LONGEST, SPLIT, SPLIT_STOPS] = [10, 10, 0.5, 0.01];

/**
 * Adjacent string removal: removes strings of stops from routes that are close to each other, around a random stop.
 * @returns the removed stops.
 */
export function ruin(all: Routes, random: () => number): number[] {
  const used = all.routes.filter(({ size }) => size > 0);
  const placed = used.reduce((sum, { size }) => sum + size, 0);
  const longest = Math.min(LONGEST, placed / Math.max(1, used.length));
  const strings = Math.floor(random() * ((4 * REMOVED) / (1 + longest) - 1) + 1);
  const ruined = new Set<Route>();
  const removed: number[] = [];
  for (const stop of all.near(Math.floor(random() * all.problem.stops.length))) {
    const route = all.routes[all.courierOf[stop]!];
    if (!route || ruined.has(route)) continue;
    ruined.add(route);
    const string = stringAround(all, route, stop, Math.floor(1 + random() * Math.min(route.size, longest)), random);
    removed.push(...string);
    all.set(route, route.without(string));
    if (ruined.size >= strings) break;
  }
  return removed;
}

/** @returns a string of stops around one, without pinned ones; half of the time with some kept in its middle. */
function stringAround({ home, pin }: Routes, { nodes }: Route, stop: number, length: number, random: () => number) {
  const stops = nodes.filter((node) => node !== home);
  let kept = 0;
  if (length > 1 && length < stops.length && random() < SPLIT)
    do kept++;
    while (length + kept < stops.length && random() > SPLIT_STOPS);
  const total = length + kept;
  const at = stops.indexOf(stop);
  const lowest = Math.max(0, at - total + 1);
  const highest = Math.min(at, stops.length - total);
  const first = lowest + Math.floor(random() * (highest - lowest + 1));
  const string = stops.slice(first, first + total);
  string.splice(Math.floor(random() * (length + 1)), kept);
  return string.filter((one) => pin[one] === NONE);
}
