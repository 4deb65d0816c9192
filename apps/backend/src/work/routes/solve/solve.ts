/* oxlint-disable typescript/no-non-null-assertion -- indices are stops and couriers, and the arrays have one element of each */
import { inCanonicalOrder } from './canonical-order.ts';
import { Insertion } from './insertion.ts';
import { improveMany } from './many-couriers.ts';
import { nearest } from './nearest.ts';
import { type Problem, type Solution, type SolveOptions } from './problem.ts';
import { createRandom } from './random.ts';
import { solutionCost } from './route-cost.ts';
import { NONE, Routes } from './routes.ts';
import { Tour } from './one-courier.ts';

/** Only positions beside so many nearest stops are tried for a stop, and strings are removed from their routes. */
const NEAR = 30;
/** Iterations between two readings of the time, which takes a microsecond: few are long, with many stops. */
const iterationsPerReading = (stops: number): number => (stops > 200 ? 8 : 64);

/**
 * Orders the stops of couriers and gives the others to them, at a low cost: starts with the given orders, inserts the
 * other stops where they cost least, and improves this. A problem in which no stop can change its courier is improved
 * courier by courier. The cost is at most that of the given orders with the other stops unplaced.
 */
export function solve(problem: Problem, options: SolveOptions): Solution {
  const { sorted, restore } = inCanonicalOrder(problem);
  return restore(solveSorted(sorted, options));
}

function solveSorted(problem: Problem, { seed, iterations: most, isTimeUp, timeSpent }: SolveOptions): Solution {
  const random = createRandom(seed);
  const routes = new Routes(problem);
  const near = nearestStops(problem);
  let left = insertGreedily(routes, new Insertion(routes, near, random));
  const tripsOf = (): number[][][] => problem.couriers.map((_, courier) => routes.tripsOf(courier));
  const first = { trips: tripsOf(), unplaced: left };

  const every = iterationsPerReading(problem.stops.length);
  let [iterations, isCut, spent] = [0, false, 0];
  /** Counts an iteration. @returns the share of time or iterations that is used up. */
  const progress = (): number => {
    if (iterations >= most || isCut) return 1;
    if (iterations % every === 0) {
      isCut = isTimeUp?.() ?? false;
      spent = timeSpent?.() ?? 0;
      if (isCut) return 1;
    }
    return Math.min(Math.max(spent, iterations++ / most), 1 - Number.EPSILON);
  };
  if (left.length === 0 && isOneByOne(routes)) improveEach(routes, random, progress);
  else left = improveMany(routes, near, left, random, progress);

  const last = { trips: tripsOf(), unplaced: left };
  const [before, after] = [first, last].map(({ trips, unplaced }) => solutionCost(problem, trips, unplaced));
  const isBetter = after! <= before!;
  return { ...(isBetter ? last : first), cost: isBetter ? after! : before!, iterations, isCut };
}

/** Inserts all stops that are in no route: heavy ones first, then by the end of their window. @returns those without a place. */
function insertGreedily(routes: Routes, insertion: Insertion): number[] {
  const { stops } = routes.problem;
  const missing = [...stops.keys()].filter((stop) => routes.courierOf[stop] === NONE);
  const key = (stop: number): number[] => [-stops[stop]!.weight, Math.min(stops[stop]!.to, Number.MAX_VALUE), stop];
  missing.sort((a, b) => {
    const [one, other] = [key(a), key(b)];
    return one[0]! - other[0]! || one[1]! - other[1]! || a - b;
  });
  const left = missing.filter((stop) => !insertion.insert(stop, true));
  routes.keep();
  return left;
}

/** Whether no stop can change its courier, all are in a single trip, and only first stops are pinned. */
function isOneByOne({ problem, allowed, trips, prev, pin, stops, couriers }: Routes): boolean {
  const isBound = (stop: number): boolean => {
    const takers = allowed.subarray(stop * couriers, (stop + 1) * couriers);
    const before = prev[stop]!;
    return takers.reduce((sum, one) => sum + one, 0) === 1 && (pin[stop]! < 1 || pin[before] === pin[stop]! - 1);
  };
  return trips.every((count) => count <= 1) && problem.stops.every((_, stop) => stop < stops && isBound(stop));
}

/** Improves one courier after the other. Each has a share of time and iterations by its number of stops. */
function improveEach(routes: Routes, random: () => number, progress: () => number): void {
  const total = routes.stops;
  let past = 0;
  for (const [index, courier] of routes.problem.couriers.entries()) {
    const stops = routes.tripsOf(index).flat();
    const pinned = stops.filter((stop) => routes.pin[stop] !== NONE).length;
    if (stops.length - pinned < 2) continue;
    const [begin, share] = [past / total, stops.length / total];
    const tour = new Tour(routes.problem, courier, stops, pinned, random);
    tour.improve(() => Math.max(0, (progress() - begin) / share));
    routes.layOut(index, tour.order().map((at) => stops[at]!)); // prettier-ignore
    past += stops.length;
  }
}

/** @returns the nearest stops of each, by the cost there and back, itself first. */
function nearestStops({ travel, stops, weights }: Problem): Int32Array {
  const minute = weights.minute + weights.metre > 0 ? weights.minute : 1;
  return nearest(stops.length, Math.min(stops.length, NEAR), (one, other) => {
    const leg = stops[one]!.place * travel.places + stops[other]!.place;
    return weights.metre * travel.metres[leg]! + minute * travel.minutes[leg]!;
  });
}
