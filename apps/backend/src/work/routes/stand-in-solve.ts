import { type Problem, type Solution, type SolveOptions } from './solve/problem.ts';
import { timeRoute } from './time-route.ts';

/** Inserts each stop where it costs least, until the search is there. */
export function solve(problem: Problem, options: SolveOptions): Solution {
  const { stops, couriers, weights } = problem;
  const trips = couriers.map(({ given }) => [given.map(({ stop }) => stop)]);
  const placed = new Set(trips.flat(2));
  const cost = (c: number, route: number[]): number => {
    const courier = couriers[c];
    if (!courier || route.length === 0) return 0;
    const { metres, minutes, visits } = timeRoute(problem, courier, [route]);
    const late = visits.reduce(
      (sum, { late: by }) => sum + (by > 0 ? weights.lateStop + by * weights.lateMinute : 0),
      0,
    );
    return weights.courier + weights.metre * metres + weights.minute * minutes + late;
  };
  const unplaced: number[] = [];
  for (const [s, stop] of stops.entries()) {
    if (placed.has(s)) continue;
    let best = { cost: Infinity, c: -1, at: 0 };
    for (const c of stop.couriers ?? couriers.keys()) {
      const [route = []] = trips[c] ?? [];
      const courier = couriers[c];
      const sum = (of: 'orders' | 'grams') => route.reduce((total, each) => total + (stops[each]?.[of] ?? 0), stop[of]);
      if (!courier || sum('orders') > courier.maxOrders || sum('grams') > courier.maxGrams) continue;
      const first = courier.given.findLastIndex(({ isPinned }) => isPinned) + 1;
      for (let at = first; at <= route.length; at++) {
        const extra = cost(c, route.toSpliced(at, 0, s)) - cost(c, route);
        if (extra < best.cost) best = { cost: extra, c, at };
      }
    }
    if (best.c < 0) unplaced.push(s);
    else trips[best.c]?.[0]?.splice(best.at, 0, s);
  }
  return {
    trips: trips.map((each) => each.filter((trip) => trip.length > 0)),
    unplaced,
    cost: 0,
    iterations: options.iterations,
    isCut: false,
  };
}
