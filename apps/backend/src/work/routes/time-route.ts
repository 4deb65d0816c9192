import { type Courier, type Problem } from './solve/problem.ts';

interface Visit {
  stop: number;
  /** From 1. */
  trip: number;
  /** Minutes since midnight of the working day. */
  arrivesAt: number;
  /** Minutes after the window or the end of the shift; 0 if on time. */
  late: number;
}

export interface TimedRoute {
  visits: Visit[];
  metres: number;
  /** From leaving to the last stop, or to the return. */
  minutes: number;
  endsAt: number;
}

/** @returns when a courier is at each stop of some trips, in the way that the solver computes costs. */
export function timeRoute(
  { travel, stops }: Pick<Problem, 'travel' | 'stops'>,
  { start, end, from, to }: Courier,
  trips: readonly (readonly number[])[],
): TimedRoute {
  let [place, time, metres] = [start, from, 0];
  const visits: Visit[] = [];
  const go = (next: number | null): void => {
    if (next === null) return;
    if (place !== null) {
      const leg = place * travel.places + next;
      metres += travel.metres[leg] ?? 0;
      time += travel.minutes[leg] ?? 0;
    }
    place = next;
  };
  for (const [index, trip] of trips.entries()) {
    if (index > 0) go(start);
    for (const stop of trip) {
      const at = stops[stop];
      if (!at) continue;
      go(at.place);
      visits.push({ stop, trip: index + 1, arrivesAt: time, late: Math.max(0, time - at.to, time - to) });
      time = Math.max(time, at.from) + at.service;
    }
  }
  if (visits.length > 0) go(end);
  return { visits, metres, minutes: time - from, endsAt: time };
}

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
