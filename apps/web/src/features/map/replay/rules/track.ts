import {
  type DayTrails,
  metersBetween,
  type Period,
  sumsOf,
  type TimedPoint,
  unpackPeriods,
  unpackTrail,
} from '@despacho/contracts/dispatch';
import { bearing, SHORTEST_STEP } from '#shared/live/positions-store.ts';

/** A courier's working day. All times are in seconds since 1970. */
export interface Track {
  id: string;
  name: string;
  work: { from: number; to: number | null };
  points: readonly TimedPoint[];
  gaps: readonly Period[];
  /** How many stops of some minutes there were. */
  stops: number;
  /** When orders were delivered and not delivered; null for people who do not see orders. */
  visits: { delivered: readonly number[]; failed: readonly number[] } | null;
}

export const tracksOf = ({ couriers }: DayTrails): Track[] =>
  couriers.map(({ points, gaps, visits, ...courier }) => ({
    ...courier,
    points: unpackTrail(points),
    gaps: unpackPeriods(gaps),
    visits: visits && { delivered: sumsOf(visits.delivered), failed: sumsOf(visits.failed) },
  }));

/** Where a courier was. */
export interface Sight {
  lat: number;
  lng: number;
  /** Direction of movement in degrees from north, clockwise; null for somebody who stood. */
  heading: number | null;
  /** Since when there was no position, if there was none. */
  silentSince: number | undefined;
}

/** @returns the index of the last point up to a time; -1 before the first. */
export function indexAt(points: readonly Pick<TimedPoint, 'at'>[], at: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.at ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * @returns where a courier was at a time; the last known place during a silence, because the way is not known. Undefined
 * outside of work, and before the first position.
 */
export function sightAt(
  { work, points, gaps }: Pick<Track, 'work' | 'points' | 'gaps'>,
  at: number,
): Sight | undefined {
  if (at < work.from || (work.to !== null && at > work.to)) return undefined;
  const gap = gaps.find(({ from, to }) => from < at && at < to);
  const index = indexAt(points, gap ? gap.from : at);
  const before = points[index];
  if (!before) return undefined;
  const after = points[index + 1];
  if (gap || !after) return { lat: before.lat, lng: before.lng, heading: null, silentSince: gap?.from };
  const share = (at - before.at) / (after.at - before.at);
  return {
    lat: before.lat + share * (after.lat - before.lat),
    lng: before.lng + share * (after.lng - before.lng),
    heading: metersBetween(before, after) >= SHORTEST_STEP ? bearing(before, after) : null,
    silentSince: undefined,
  };
}

/** @returns the parts of a trail between gaps, and a straight line over each gap. */
export function partsOf({ points, gaps }: Pick<Track, 'points' | 'gaps'>): {
  known: TimedPoint[][];
  unknown: [TimedPoint, TimedPoint][];
} {
  const known: TimedPoint[][] = [];
  const unknown: [TimedPoint, TimedPoint][] = [];
  const ends = new Set(gaps.map(({ to }) => to));
  for (const point of points) {
    const part = known.at(-1);
    const before = part?.at(-1);
    if (!part || !before || !ends.has(point.at)) {
      if (part) part.push(point);
      else known.push([point]);
      continue;
    }
    unknown.push([before, point]);
    known.push([point]);
  }
  return { known, unknown };
}
