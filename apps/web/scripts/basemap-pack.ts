import type { Position } from 'geojson';
import { UNITS_PER_DEGREE } from '../src/shared/map/base/unpack-ring.ts';

/** @returns the ring as integer steps between points, longitude and latitude in turn: small numbers compress well. */
export function packRing(ring: readonly Position[]): number[] {
  let before = [0, 0];
  return ring.flatMap(([lng = 0, lat = 0]) => {
    const now = [Math.round(lng * UNITS_PER_DEGREE), Math.round(lat * UNITS_PER_DEGREE)];
    const step = now.map((value, axis) => value - (before[axis] ?? 0));
    before = now;
    return step;
  });
}
