import { type Courier, type Problem } from './problem.ts';

/** @returns stops in their order, divided into trips where the capacity of one ends: by default the present ones. */
export function tripsOf(
  { stops }: Pick<Problem, 'stops'>,
  courier: Courier,
  route: readonly number[] = courier.given.map(({ stop }) => stop),
): number[][] {
  const trips: number[][] = [];
  let [orders, grams] = [Infinity, Infinity];
  for (const stop of route) {
    const added = stops[stop] ?? { orders: 0, grams: 0 };
    [orders, grams] = [orders + added.orders, grams + added.grams];
    const isFull = orders > courier.maxOrders || grams > courier.maxGrams;
    const last = trips.at(-1);
    if (last && !(isFull && trips.length < courier.trips)) last.push(stop);
    else {
      trips.push([stop]);
      [orders, grams] = [added.orders, added.grams];
    }
  }
  return trips;
}
