import { DEGREE_METERS, type Point } from './distance.ts';
import { PERU_OUTLINE } from './peru-outline.ts';

/** Tolerance: border towns and islands are up to this far outside of the simplified line. */
const TOLERANCE_KM = 5;

/** @returns the squared distance (km²) from the origin to the segment between two points, given in kilometres. */
function squareTo([ax, ay]: [number, number], [bx, by]: [number, number]): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length));
  return (ax + share * dx) ** 2 + (ay + share * dy) ** 2;
}

/** @returns whether a place is in Peru, or less than 5 km from its border or coast. */
export function isInPeru({ lat, lng }: Point): boolean {
  const up = DEGREE_METERS / 1000;
  const across = up * Math.cos((lat * Math.PI) / 180);
  const line = PERU_OUTLINE.map(([x, y]): [number, number] => [(x - lng) * across, (y - lat) * up]);
  let isInside = false;
  for (const [index, to] of line.entries()) {
    const from = line.at(index - 1) ?? to;
    if (squareTo(from, to) < TOLERANCE_KM ** 2) return true;
    // Even–odd rule: a ray from inside crosses the outline an odd number of times.
    if (from[1] > 0 !== to[1] > 0 && from[0] - (from[1] * (to[0] - from[0])) / (to[1] - from[1]) > 0)
      isInside = !isInside;
  }
  return isInside;
}
