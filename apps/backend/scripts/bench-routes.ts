import process from 'node:process';
import { parseArgs } from 'node:util';
import { type Problem } from '#work/routes/solve/problem.ts';
import { solve } from '#work/routes/solve/solve.ts';
import { checkedDistance } from '../bench/support/routing-check.ts';
import { type Instance, readInstances } from '../bench/support/routing-instances.ts';

/*
 * Measures the route solver on instances of Solomon, of Gehring and Homberger (`.txt`), and of TSPLIB (`.tsp`, EUC_2D):
 *
 *   node tooling/scripts/run.js bench-routes --instances DIR [--cpu-ms 1000] [--seeds 5]
 *
 * Prints name, distance, vehicles and milliseconds of CPU of each instance: those of the seed with the median distance.
 * Only the distance is minimized, with as many vehicles as there are customers. Fails if a solution breaks a rule of its
 * instance.
 */

const { values } = parseArgs({
  options: {
    instances: { type: 'string' },
    'cpu-ms': { type: 'string', default: '1000' },
    seeds: { type: 'string', default: '5' },
  },
});
const [limit, seeds] = [Number(values['cpu-ms']), Number(values.seeds)];
if (values.instances === undefined || !(limit > 0) || !(seeds >= 1)) {
  process.stderr.write('node tooling/scripts/run.js bench-routes --instances DIR [--cpu-ms 1000] [--seeds 5]\n');
  process.exit(2);
}

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

function measure(instance: Instance, seed: number): { distance: number; vehicles: number; ms: number } {
  const problem = problemOf(instance);
  const begin = process.threadCpuUsage();
  const spent = (): number => {
    const { user, system } = process.threadCpuUsage(begin);
    return (user + system) / 1000;
  };
  const timeSpent = (): number => spent() / limit;
  const isTimeUp = (): boolean => timeSpent() >= 1;
  const { trips } = solve(problem, { seed, iterations: Number.MAX_SAFE_INTEGER, isTimeUp, timeSpent });
  const ms = spent();
  const routes = trips.flat().map((trip) => trip.map((stop) => stop + 1));
  return { distance: checkedDistance(instance, routes), vehicles: routes.length, ms };
}

for (const instance of readInstances(values.instances)) {
  const runs = Array.from({ length: seeds }, (_, index) => measure(instance, index + 1));
  runs.sort((a, b) => a.distance - b.distance);
  const median = runs[Math.floor((seeds - 1) / 2)];
  if (median === undefined) continue;
  const { distance, vehicles, ms } = median;
  process.stdout.write(`${instance.name} ${distance.toFixed(2)} ${vehicles} ${ms.toFixed(0)}\n`);
}
