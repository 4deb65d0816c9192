import type { Position } from 'geojson';

/** In degrees. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

interface Edge {
  inside: (point: Position) => boolean;
  /** Where the line from a to b crosses the edge. */
  cross: (a: Position, b: Position) => Position;
}

const at = (point: Position, axis: 0 | 1): number => point[axis] ?? 0;

function edge(axis: 0 | 1, limit: number, keepAbove: boolean): Edge {
  return {
    inside: (point) => (keepAbove ? at(point, axis) >= limit : at(point, axis) <= limit),
    cross: (a, b) => {
      const share = (limit - at(a, axis)) / (at(b, axis) - at(a, axis));
      const other = axis === 0 ? 1 : 0;
      const value = at(a, other) + share * (at(b, other) - at(a, other));
      return axis === 0 ? [limit, value] : [value, limit];
    },
  };
}

function clipAt(ring: readonly Position[], { inside, cross }: Edge): Position[] {
  const kept: Position[] = [];
  ring.forEach((point, index) => {
    const before = ring[(index + ring.length - 1) % ring.length] ?? point;
    if (inside(point) !== inside(before)) kept.push(cross(before, point));
    if (inside(point)) kept.push(point);
  });
  return kept;
}

/**
 * @returns the part of a ring inside the box (Sutherland–Hodgman). Open: the first point is not repeated at the end.
 */
export function clipRing(ring: readonly Position[], { west, south, east, north }: Box): Position[] {
  const edges = [edge(0, west, true), edge(0, east, false), edge(1, south, true), edge(1, north, false)];
  const [first, last] = [ring[0], ring.at(-1)];
  const open = first && last && first[0] === last[0] && first[1] === last[1] ? ring.slice(0, -1) : [...ring];
  return edges.reduce<Position[]>((points, border) => clipAt(points, border), open);
}
