import { type Courier, type Problem } from './problem.ts';

/**
 * The definition of the cost, for one courier. The search computes the same in increments.
 * @param trips the stops of each trip, in order; without any, the courier stays at home and costs nothing.
 */
export function routeCost({ travel, stops, weights }: Problem, courier: Courier, trips: readonly number[][]): number {
  if (trips.length === 0) return 0;
  let [place, time, metres, orders, late] = [courier.start, courier.from, 0, 0, 0];
  const go = (to: number | null): void => {
    if (to === null) return;
    const leg = place === null ? -1 : place * travel.places + to;
    metres += travel.metres[leg] ?? 0;
    time += travel.minutes[leg] ?? 0;
    place = to;
  };
  for (const [index, trip] of trips.entries()) {
    if (index > 0) go(courier.start);
    for (const stop of trip.flatMap((one) => stops[one] ?? [])) {
      go(stop.place);
      if (time > stop.to) late += stop.weight * (weights.lateMinute * (time - stop.to) + weights.lateStop);
      time = Math.max(time, stop.from) + stop.service;
      orders += stop.orders;
    }
  }
  go(courier.end);
  late += weights.lateMinute * Math.max(0, time - courier.to);
  const work = weights.metre * metres + weights.minute * (time - courier.from);
  return weights.courier + work + late + weights.squaredOrders * orders ** 2;
}

/** @returns the cost of a whole solution: that of its routes, and of the stops in none of them. */
export function solutionCost(problem: Problem, trips: readonly number[][][], unplaced: readonly number[]): number {
  const routes = problem.couriers.map((courier, index) => routeCost(problem, courier, trips[index] ?? []));
  const left = unplaced.map((stop) => problem.weights.unplaced * (problem.stops[stop]?.weight ?? 0));
  return [...routes, ...left].reduce((sum, one) => sum + one, 0);
}
