import { type Problem } from '#work/routes/solve/problem.ts';
import { solve } from '#work/routes/solve/solve.ts';
import { checkedDistance } from './routing-check.ts';
import { type Instance } from './routing-instances.ts';

/** Being late or left out costs more than any distance, so that it does not happen. */
const WEIGHTS = {
  ...{ metre: 1, minute: 0, courier: 0, squaredOrders: 0 },
  ...{ lateMinute: 1e5, lateStop: 1e5, unplaced: 1e7 },
};

/** One unit of distance is one metre and one minute; one unit of demand is one order. */
function problemOf({ customers, capacity, vehicles, distance }: Instance): Problem {
  const matrix = Float64Array.from(customers.flatMap((from) => customers.map((to) => distance(from, to))));
  const [depot, ...others] = customers.map((customer, place) => ({
    ...{ place, orders: customer.demand, grams: 0, service: customer.service },
    ...{ from: customer.ready, to: customer.due, weight: 1, couriers: null },
  }));
  const courier = {
    ...{ start: 0, end: 0, from: depot?.from ?? 0, to: depot?.to ?? Infinity },
    ...{ maxOrders: capacity, maxGrams: Infinity, trips: 1, given: [], mayGiveAway: true },
  };
  return {
    travel: { places: customers.length, metres: matrix, minutes: matrix },
    stops: others,
    couriers: Array.from({ length: vehicles }, () => courier),
    weights: WEIGHTS,
  };
}

/**
 * Solves an instance for its distance.
 * @param limit milliseconds of CPU.
 * @returns the checked distance, and the milliseconds of CPU.
 */
export function solveAlone(
  instance: Instance,
  seed: number,
  limit: number,
): { distance: number; vehicles: number; ms: number } {
  const problem = problemOf(instance);
  const begin = process.threadCpuUsage();
  const spent = (): number => {
    const { user, system } = process.threadCpuUsage(begin);
    return (user + system) / 1000;
  };
  const timeSpent = (): number => spent() / limit;
  const { trips } = solve(problem, { seed, iterations: Number.MAX_SAFE_INTEGER, timeSpent });
  const ms = spent();
  const routes = trips.flat().map((trip) => trip.map((stop) => stop + 1));
  return { distance: checkedDistance(instance, routes), vehicles: routes.length, ms };
}
