import { Insertion } from './insertion.ts';
import { improveMany } from './many-couriers.ts';
import { improveOne } from './one-courier.ts';
import { type Problem, type Solution, type SolveOptions } from './problem.ts';
import { createRandom } from './random.ts';
import { NONE } from './route.ts';
import { Routes } from './routes.ts';

/** Insertions or iterations between two readings of the time, which takes a microsecond. */
const PER_READING = 8;

/**
 * Orders the stops of couriers and gives the others to them, at a low cost: starts with the given orders, inserts the
 * other stops where they cost least, and improves this. A problem in which no stop can change its courier is improved
 * courier by courier. The cost is at most that of the given orders with the other stops unplaced.
 */
export function solve(problem: Problem, { seed, iterations: most, timeSpent }: SolveOptions): Solution {
  const random = createRandom(seed);
  const all = new Routes(problem);
  const insertion = new Insertion(all, random);
  let [iterations, readings, spent] = [0, 0, 0];
  const readTime = (): boolean => {
    if (spent < 1 && ++readings % PER_READING === 0) spent = timeSpent?.() ?? 0;
    return spent >= 1;
  };
  /** Counts an iteration. @returns the share of time or iterations that is used up. */
  const progress = (): number => {
    if (iterations >= most || readTime()) return 1;
    return Math.min(Math.max(spent, iterations++ / most), 1 - Number.EPSILON);
  };
  let unplaced = stopsToInsert(all).filter((stop) => readTime() || !insertion.insert(stop, true));
  if (unplaced.length === 0 && isOneByOne(all)) improveEach(all, random, progress);
  else unplaced = improveMany(all, insertion, unplaced, random, progress);
  const trips = problem.couriers.map((_, courier) => all.tripsOf(courier));
  return { trips, unplaced, cost: all.cost(unplaced), iterations, isCut: spent >= 1 };
}

/** @returns the stops in no route: heavy ones first, then by the end of their window. */
function stopsToInsert({ problem: { stops }, courierOf }: Routes): number[] {
  return [...stops.entries()]
    .filter(([index]) => courierOf[index] === NONE)
    .sort(([a, one], [b, other]) => other.weight - one.weight || (one.to === other.to ? a - b : one.to - other.to))
    .map(([index]) => index);
}

/** Whether no stop can change its courier, all are in a single trip, and only first stops are pinned. */
function isOneByOne(all: Routes): boolean {
  const { routes, problem, pin } = all;
  const isBound = (_: unknown, stop: number): boolean =>
    routes.filter(({ index }) => all.isAllowed(stop, index)).length === 1;
  return (
    problem.stops.every(isBound) &&
    routes.every(
      ({ trips, nodes, low }) => trips === 1 && nodes.every((stop, at) => (pin[stop] === NONE) === at >= low),
    )
  );
}

/** Improves one courier after the other. Each has a share of time and iterations by its number of stops. */
function improveEach(all: Routes, random: () => number, progress: () => number): void {
  let past = 0;
  for (const route of all.routes) {
    const [begin, share] = [past, route.size / all.problem.stops.length];
    improveOne(all, route, random, () => {
      const done = progress();
      return done >= 1 ? 1 : Math.max(0, (done - begin) / share);
    });
    past += share;
  }
}
