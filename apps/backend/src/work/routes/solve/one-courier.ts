/* oxlint-disable typescript/no-non-null-assertion -- indices are positions of the route and stops, which the arrays have */
import { type Route } from './route.ts';
import { type Routes } from './routes.ts';

/** Longest segment that Or-opt moves, near stops tried as new neighbours, longest segments that are exchanged. */
const [MOVED, TRIED, EXCHANGED] = [3, 10, 30];
/** First temperature, in mean legs: a little worse orders are accepted at first. */
const HOTTEST = 0.05;
/** Which of two segments is exchanged in reverse. */
const [NO_TURN, TURNS] = [[0], [0, 1]];
/** Differences below it, as a share of the cost, are of rounding: accepting them would never end. */
const ROUNDING = 1e-10;

/**
 * Improves the order of a route of one trip: 2-opt and Or-opt beside near stops, repeated after exchanging two short segments
 * at a random position (a local double bridge). An iteration improves around one stop.
 * @param progress counts an iteration and returns the share of all that is past.
 */
export function improveOne(all: Routes, route: Route, random: () => number, progress: () => number): void {
  const first = route.low;
  const least = ROUNDING * route.cost;
  const queue = route.nodes.slice(first);
  const queued = new Set(queue);
  const push = (at: number): void => {
    const stop = route.nodes[at];
    if (at < first || stop === undefined || queued.has(stop)) return;
    queued.add(stop);
    queue.push(stop);
  };
  /**
   * Exchanges [from, middle) and [middle, to), with the first or the second in reverse if `turned` is 1 or 2, if that changes
   * the cost by less than `limit`. Legs are compared first, as if they cost the same in both directions.
   */
  const exchange = (from: number, middle: number, to: number, turned: number, limit: number): boolean => {
    if (from < first || to > route.nodes.length || from >= middle || middle > to) return false;
    const [b, c] = turned === 1 ? [middle - 1, from] : [from, middle - 1];
    const [e, f] = turned === 2 ? [to - 1, middle] : [middle, to - 1];
    let legs = -route.leg(from - 1, from) - route.leg(to - 1, to);
    if (middle === to) legs += route.leg(from - 1, b) + route.leg(c, to);
    else legs += route.leg(from - 1, e) + route.leg(f, b) + route.leg(c, to) - route.leg(middle - 1, middle);
    if (legs >= limit + route.loss - least) return false;
    const [one, other] = [route.nodes.slice(from, middle), route.nodes.slice(middle, to)];
    if (turned === 1) one.reverse();
    if (turned === 2) other.reverse();
    const window = [...other, ...one];
    if (route.change(from, to, window, limit) >= limit - least) return false;
    all.set(route, [...route.nodes.slice(0, from), ...window, ...route.nodes.slice(to)]);
    for (const at of [from - 1, from, to - 1, to]) push(at);
    return true;
  };
  const improveAt = (stop: number): boolean => {
    const at = all.at[stop]!;
    const reach = Math.max(route.leg(at - 1, at), route.leg(at, at + 1)) + route.loss;
    for (const other of all.near(stop).subarray(1, TRIED + 1)) {
      const there = all.at[other]!;
      if (all.courierOf[other] !== route.index || there < first) continue;
      if (Math.min(route.leg(at, there), route.leg(there, at)) >= reach) return false;
      const [low, high] = at < there ? [at, there] : [there, at];
      // 2-opt: the two become neighbours where the route goes on, or where it comes from.
      if (exchange(low + 1, high + 1, high + 1, 1, 0) || exchange(low, high, high, 1, 0)) return true;
      // Or-opt: a segment that begins or ends with the stop moves to a side of the other, also reversed.
      for (let length = 1; length <= MOVED; length++)
        for (const from of new Set([at, at - length + 1])) {
          const to = from + length;
          for (const turn of length === 1 ? NO_TURN : TURNS)
            if (
              there >= to
                ? exchange(from, to, there + 1, turn, 0) || exchange(from, to, there, turn, 0)
                : exchange(there, from, to, 2 * turn, 0) || exchange(there + 1, from, to, 2 * turn, 0)
            )
              return true;
        }
    }
    return false;
  };
  const free = route.nodes.length - first;
  if (free < 2) return;
  let [kept, best] = [route.nodes, route.nodes];
  let [keptCost, bestCost] = [route.cost, route.cost];
  const mean = all.meanLeg();
  for (let done = progress(); done < 1; done = progress()) {
    if (queue.length === 0) {
      if (route.cost < bestCost - least) [best, bestCost] = [route.nodes, route.cost];
      if (route.cost > keptCost - HOTTEST * (1 - done) * mean * Math.log(1 - random())) all.set(route, kept);
      [kept, keptCost] = [route.nodes, route.cost];
      const most = Math.min(EXCHANGED, Math.floor(free / 2));
      const [one, other] = [1 + Math.floor(random() * most), 1 + Math.floor(random() * most)];
      const from = first + Math.floor(random() * (free - one - other + 1));
      exchange(from, from + one, from + one + other, 0, Infinity);
    }
    const stop = queue.pop()!;
    queued.delete(stop);
    if (improveAt(stop)) push(all.at[stop]!);
  }
  if (route.cost > bestCost) all.set(route, best);
}
