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
