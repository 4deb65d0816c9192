import { type MoveReason } from '@despacho/contracts/dispatch';
import { type Courier, type Problem } from './solve/problem.ts';
import { timeRoute, type TimedRoute } from './time-route.ts';

export interface Move {
  stop: number;
  why: MoveReason;
}

/** @returns the longest list of stops that keep their order among each other: all others have moved. */
function unmoved(before: readonly number[], after: readonly number[]): Set<number> {
  const places = new Map(before.map((stop, place) => [stop, place]));
  const known = after.filter((stop) => places.has(stop));
  const placeOf = (stop: number): number => places.get(stop) ?? 0;
  /** By length minus one, the stop that ends a list of that length at the earliest place; and the stop before each. */
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const stop of known) {
    let length = ends.length;
    while (length > 0 && placeOf(ends[length - 1] ?? 0) > placeOf(stop)) length -= 1;
    previous.set(stop, ends[length - 1]);
    ends[length] = stop;
  }
  const kept = new Set<number>();
  for (let stop = ends.at(-1); stop !== undefined; stop = previous.get(stop)) kept.add(stop);
  return kept;
}

/** Differences below these are none: meters and minutes. */
const [LEAST_METRES, LEAST_MINUTES] = [1, 0.1];

const lateOf = ({ visits }: TimedRoute): number => visits.reduce((sum, { late }) => sum + late, 0);

/**
 * Why the stops of a route moved: the first of the reasons that holds if a stop returned to where it was, behind the stop
 * that was before it.
 * @param before the courier's stops in their former order.
 */
export function explainMoves(
  problem: Problem,
  courier: Courier,
  trips: readonly (readonly number[])[],
  before: readonly number[],
): Move[] {
  const after = trips.flat();
  const now = timeRoute(problem, courier, trips);
  const lateNow = new Map(now.visits.map(({ stop, late }) => [stop, late]));
  const kept = unmoved(before, after);
  const places = new Map(before.map((stop, place) => [stop, place]));
  return after.flatMap((stop): Move[] => {
    const place = places.get(stop);
    if (place === undefined) return [{ stop, why: 'added' }];
    if (kept.has(stop)) return [];
    const left = trips.map((trip) => trip.filter((each) => each !== stop));
    const predecessor = before.slice(0, place).findLast((each) => lateNow.has(each));
    const home = predecessor === undefined ? 0 : left.findIndex((trip) => trip.includes(predecessor));
    const at = predecessor === undefined ? 0 : (left[home]?.indexOf(predecessor) ?? -1) + 1;
    const then = timeRoute(problem, courier, left.with(home, (left[home] ?? []).toSpliced(at, 0, stop)));
    const own = (then.visits.find((visit) => visit.stop === stop)?.late ?? 0) - (lateNow.get(stop) ?? 0);
    if (own > LEAST_MINUTES) return [{ stop, why: 'on_time' }];
    if (lateOf(then) - lateOf(now) - own > LEAST_MINUTES) return [{ stop, why: 'others_on_time' }];
    if (then.metres - now.metres > LEAST_METRES) return [{ stop, why: 'shorter' }];
    return [{ stop, why: then.minutes - now.minutes > LEAST_MINUTES ? 'faster' : 'follows' }];
  });
}
