/** A point in metres east and north of a city's centre. */
export type Point = readonly [x: number, y: number];

/** Latitude and longitude in degrees. */
export type LatLng = readonly [lat: number, lng: number];

const METRES_PER_DEGREE = 111_195;

/** Plane coordinates around a place; distortion is negligible within a city. */
export interface Plane {
  toPlane: (place: LatLng) => Point;
  /** @returns longitude and latitude, as GeoJSON orders them. */
  toGeo: (point: Point) => [lng: number, lat: number];
}

export function planeAround([lat0, lng0]: LatLng): Plane {
  const perLng = METRES_PER_DEGREE * Math.cos((lat0 * Math.PI) / 180);
  return {
    toPlane: ([lat, lng]) => [(lng - lng0) * perLng, (lat - lat0) * METRES_PER_DEGREE],
    toGeo: ([x, y]) => [lng0 + x / perLng, lat0 + y / METRES_PER_DEGREE],
  };
}

export const distance = (one: Point, other: Point): number => Math.hypot(one[0] - other[0], one[1] - other[1]);

/** @returns the point at a share of the way from `a` to `b`. */
export const between = (a: Point, b: Point, share: number): Point => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
];

export const turned = ([x, y]: Point, degrees: number): Point => {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return [x * cos + y * sin, y * cos - x * sin];
};

/** Distance of a point from the segment `a`–`b`. */
export function distanceToSegment(point: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const share = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy || 1);
  return distance(point, between(a, b, Math.min(Math.max(share, 0), 1)));
}

/** Whether a point is inside a ring, by crossing number. */
export function isInside([x, y]: Point, ring: readonly Point[]): boolean {
  let inside = false;
  let [x1, y1] = ring.at(-1) ?? [0, 0];
  for (const [x2, y2] of ring) {
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
    [x1, y1] = [x2, y2];
  }
  return inside;
}

/** A side of a line: the points nearer to `near` than to `far`. */
export interface HalfPlane {
  near: Point;
  far: Point;
}

/** Positive on the near side. */
const side = ({ near, far }: HalfPlane, point: Point): number => distance(point, far) ** 2 - distance(point, near) ** 2;

/** @returns the part of a segment on the near side of all lines; undefined if there is none. */
export function clipSegment(a: Point, b: Point, halves: readonly HalfPlane[]): [Point, Point] | undefined {
  let [start, end] = [0, 1];
  for (const half of halves) {
    const [first, last] = [side(half, a), side(half, b)];
    if (first <= 0 && last <= 0) return undefined;
    if (first <= 0) start = Math.max(start, first / (first - last));
    if (last <= 0) end = Math.min(end, first / (first - last));
  }
  return start < end ? [between(a, b, start), between(a, b, end)] : undefined;
}
