import { type Instance } from './routing-instances.ts';

/** For sums of rounded numbers. */
const TOLERANCE = 1e-6;

/**
 * Checks a solution without the solver's code: each customer once, capacity, windows, and the return in time.
 * @param routes numbers of customers from 1, in the order of each vehicle.
 * @returns the distance of all routes. Throws with what is wrong.
 */
export function checkedDistance(instance: Instance, routes: readonly (readonly number[])[]): number {
  const { name, customers, capacity, distance } = instance;
  const customer = (number: number): Instance['customers'][number] => {
    const found = customers[number];
    if (found === undefined) throw new Error(`${name}: there is no customer ${number}`);
    return found;
  };
  const depot = customer(0);
  const visited = new Set<number>();
  let sum = 0;
  for (const route of routes) {
    let [here, time, load] = [depot, depot.ready, 0];
    for (const number of route) {
      const next = customer(number);
      if (number === 0 || visited.has(number)) throw new Error(`${name}: customer ${number} is visited twice`);
      visited.add(number);
      load += next.demand;
      sum += distance(here, next);
      time += distance(here, next);
      if (time > next.due + TOLERANCE) throw new Error(`${name}: customer ${number} is served late`);
      time = Math.max(time, next.ready) + next.service;
      here = next;
    }
    sum += distance(here, depot);
    if (time + distance(here, depot) > depot.due + TOLERANCE) throw new Error(`${name}: a vehicle returns late`);
    if (load > capacity + TOLERANCE) throw new Error(`${name}: a vehicle carries ${load} of ${capacity}`);
  }
  if (visited.size !== customers.length - 1)
    throw new Error(`${name}: ${customers.length - 1 - visited.size} not served`);
  if (routes.length > instance.vehicles) throw new Error(`${name}: ${routes.length} vehicles`);
  return sum;
}
