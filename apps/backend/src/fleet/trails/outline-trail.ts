import { metersBetween, type Point } from '@despacho/contracts/dispatch';

type Timed = Point & { at: number };

/** The points between two kept ones: the farthest of them from where a steady movement would be. */
interface Part {
  from: number;
  to: number;
  farthest: number;
  meters: number;
}

/** @returns the place at a time between two points, at a steady speed. */
function between(one: Timed, other: Timed, at: number): Point {
  const share = (at - one.at) / (other.at - one.at || 1);
  return { lat: one.lat + share * (other.lat - one.lat), lng: one.lng + share * (other.lng - one.lng) };
}

function partOf(points: readonly Timed[], from: number, to: number): Part {
  const part = { from, to, farthest: from, meters: 0 };
  const [start, end] = [points[from], points[to]];
  if (!start || !end) return part;
  for (let index = from + 1; index < to; index++) {
    const point = points[index];
    if (!point) break;
    const meters = metersBetween(point, between(start, end, point.at));
    if (meters > part.meters) Object.assign(part, { farthest: index, meters });
  }
  return part;
}

/**
 * Thins out a trail so that the place at any time, estimated from the two points around it, stays as near as possible:
 * turns and the ends of stops are kept, and little of a steady drive.
 * @param points by time.
 * @param most how many are kept, at least two.
 */
export function outlineTrail<Each extends Timed>(points: readonly Each[], most: number): Each[] {
  if (points.length <= most) return [...points];
  const kept = [0, points.length - 1];
  const parts = [partOf(points, 0, points.length - 1)];
  while (kept.length < most) {
    let worst = 0;
    for (let index = 1; index < parts.length; index++)
      if ((parts[index]?.meters ?? 0) > (parts[worst]?.meters ?? 0)) worst = index;
    const part = parts[worst];
    if (!part || part.meters < 1) break;
    kept.push(part.farthest);
    parts[worst] = partOf(points, part.from, part.farthest);
    parts.push(partOf(points, part.farthest, part.to));
  }
  return kept.toSorted((one, other) => one - other).flatMap((index) => points.slice(index, index + 1));
}
