import { type Measurement } from '#fleet/distances/distances.ts';
import { travelOf } from '#fleet/distances/travel-of.ts';
import { explainMoves, type Move } from './explain-moves.ts';
import { type Problem } from './solve/problem.ts';
import { tripsOf } from './solve/trips-of.ts';
import { solve } from './solve/solve.ts';
import { type TimedRoute, timeRoute } from './time-route.ts';

export interface RouteTask extends Omit<Problem, 'travel'> {
  measurement: Measurement;
  /** CPU milliseconds of the search. */
  searchMs: number;
  /** It ends anyway when the thread has used so many, and at an instant (ms since 1970). */
  cpuMs: number;
  until: number;
  /** Ends the search earlier. */
  iterations: number;
}

export interface ComputedRoute {
  after: TimedRoute;
  /** Null without present stops. */
  before: TimedRoute | null;
  moves: Move[];
}

export interface ComputedRoutes {
  /** In the order of the couriers. */
  routes: ComputedRoute[];
  unplaced: number[];
  isCut: boolean;
}

/** CPU milliseconds of this thread since its start. */
function threadCpu(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Searches for routes, and computes their times. Deterministic unless time ends the search. */
export function computeRoutes({ measurement, searchMs, cpuMs, until, iterations, ...rest }: RouteTask): ComputedRoutes {
  const problem = { ...rest, travel: travelOf(measurement) };
  const startedAt = threadCpu();
  const allowed = Math.max(0, Math.min(searchMs, cpuMs - startedAt));
  const isLate = (): boolean => Date.now() >= until;
  const timeSpent = (): number => (isLate() || allowed === 0 ? 1 : (threadCpu() - startedAt) / allowed);
  const { trips, unplaced } = solve(problem, { seed: 1, iterations, timeSpent });
  const owner = new Map(
    problem.couriers.flatMap(({ given }, index) => given.map(({ stop }) => [stop, index] as const)),
  );
  const routes = problem.couriers.map((courier, index): ComputedRoute => {
    // A present stop that found no place stays with its courier.
    const left = unplaced.filter((stop) => owner.get(stop) === index);
    const own = trips[index] ?? [];
    const all = left.length === 0 ? own : [...own.slice(0, -1), [...(own.at(-1) ?? []), ...left]];
    const present = tripsOf(problem, courier);
    return {
      after: timeRoute(problem, courier, all),
      before: present.length === 0 ? null : timeRoute(problem, courier, present),
      moves: explainMoves(problem, courier, all, present.flat()),
    };
  });
  return { routes, unplaced: unplaced.filter((stop) => !owner.has(stop)), isCut: isLate() || allowed < searchMs };
}
