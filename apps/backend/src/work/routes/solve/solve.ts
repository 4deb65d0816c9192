/* oxlint-disable typescript/no-non-null-assertion -- indices are stops and couriers, and the arrays have one element of each */
import { inCanonicalOrder } from './canonical-order.ts';
import { Insertion } from './insertion.ts';
import { improveMany } from './many-couriers.ts';
import { type Problem, type Solution, type SolveOptions } from './problem.ts';
import { createRandom } from './random.ts';
import { solutionCost } from './route-cost.ts';
import { NONE, Routes } from './routes.ts';
import { Tour } from './one-courier.ts';

/** Only positions beside so many nearest stops are tried for a stop, and strings are removed from their routes. */
const NEAR = 30;
/** Reading the time takes as long as a tenth of an iteration. */
const ITERATIONS_PER_READING = 8;

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
  const near = nearest(problem);
  let left = insertGreedily(routes, new Insertion(routes, near, random));
  const tripsOf = (): number[][][] => problem.couriers.map((_, courier) => routes.tripsOf(courier));
  const first = { trips: tripsOf(), unplaced: left };

  let [iterations, isCut, spent] = [0, false, 0];
  /** Counts an iteration. @returns the share of time or iterations that is used up. */
  const progress = (): number => {
    if (iterations >= most || isCut) return 1;
    if (iterations % ITERATIONS_PER_READING === 0) {
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
    if (stops.length === 0) continue;
    const pinned = stops.filter((stop) => routes.pin[stop] !== NONE).length;
    const [begin, share] = [past / total, stops.length / total];
    const tour = new Tour(routes.problem, courier, stops, pinned, random);
    tour.improve(() => {
      const done = progress();
      // Divided, the end of the last share may be less than 1.
      return done >= 1 ? 1 : Math.max(0, (done - begin) / share);
    });
    routes.layOut(index, tour.order().map((at) => stops[at]!)); // prettier-ignore
    past += stops.length;
  }
}

/** @returns the nearest stops of each, there and back, itself first. */
function nearest({ travel, stops, weights }: Problem): Int32Array {
  const width = Math.min(stops.length, NEAR);
  const near = new Int32Array(stops.length * width);
  const metre = weights.metre;
  const minute = weights.minute + weights.metre > 0 ? weights.minute : 1;
  const distances = new Float64Array(stops.length);
  const order = Array.from(stops.keys());
  const cost = (leg: number): number => metre * travel.metres[leg]! + minute * travel.minutes[leg]!;
  for (const [index, { place }] of stops.entries()) {
    for (const [other, there] of stops.entries())
      distances[other] = cost(place * travel.places + there.place) + cost(there.place * travel.places + place);
    distances[index] = -1;
    order.sort((a, b) => distances[a]! - distances[b]! || a - b);
    for (let rank = 0; rank < width; rank++) near[index * width + rank] = order[rank]!;
  }
  return near;
}
