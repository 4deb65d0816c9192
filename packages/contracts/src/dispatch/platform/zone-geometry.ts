/** Latitude and longitude of a corner, in degrees. */
export type Corner = readonly [lat: number, lng: number];

interface Place {
  lat: number;
  lng: number;
}

/** Corners are stored to a hundred-thousandth of a degree: one metre. */
const DECIMALS = 5;

/**
 * Zones and places are compared in millionths of a degree, rounded: with integers, the products below are exact for zones
 * of less than ninety degrees.
 */
export const ZONE_UNITS = 1_000_000;

/** Maximum number of corners of a zone. */
export const MAX_CORNERS = 500;

/** @returns degrees rounded as the corners are stored. */
export const roundDegrees = (degrees: number): number => Number(degrees.toFixed(DECIMALS)) || 0;

type Point = readonly [x: number, y: number];

const pointOf = (lat: number, lng: number): Point => [Math.round(lng * ZONE_UNITS), Math.round(lat * ZONE_UNITS)];

const pointsOf = (corners: readonly Corner[]): Point[] => corners.map((corner) => pointOf(...corner));

/** @returns the point at an index, which begins again after the last one. */
const pointAt = (points: readonly Point[], index: number): Point => points[index % points.length] ?? [0, 0];

/** Twice the signed area of a triangle: positive if it turns left, 0 if its corners are on one line. */
const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

const isBetween = (a: Point, b: Point, c: Point): boolean =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1]);

/** Whether two segments have a point in common, also an end. */
function meet(a: Point, b: Point, c: Point, d: Point): boolean {
  const side = (from: Point, to: Point, of: Point): number => Math.sign(turn(from, to, of));
  const [abc, abd, cda, cdb] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
  if (abc !== abd && cda !== cdb) return true;
  return (
    (abc === 0 && isBetween(a, b, c)) ||
    (abd === 0 && isBetween(a, b, d)) ||
    (cda === 0 && isBetween(c, d, a)) ||
    (cdb === 0 && isBetween(c, d, b))
  );
}

/** Why corners do not enclose an area. */
export interface ZoneProblem {
  /** In Spanish, with what to do. */
  text: string;
  /** Indices of the affected corners. */
  at: readonly number[];
}

/**
 * Checks the border of a zone, which goes through its corners and back to the first.
 * @returns its fault: too few corners, the same corner twice, or sides that cross, touch or run back over each other;
 * undefined for a simple polygon.
 */
export function zoneProblem(corners: readonly Corner[]): ZoneProblem | undefined {
  const count = corners.length;
  if (count < 3) return { text: 'Una zona necesita al menos tres esquinas; agregue otra', at: [] };
  if (count > MAX_CORNERS) return { text: `Una zona tiene ${MAX_CORNERS} esquinas como máximo; quite algunas`, at: [] };
  const points = pointsOf(corners);
  const known = new Map<string, number>();
  for (const [index, [x, y]] of points.entries()) {
    const same = known.get(`${x} ${y}`);
    if (same !== undefined)
      return { text: `Las esquinas ${same + 1} y ${index + 1} están en el mismo lugar; quite una`, at: [same, index] };
    known.set(`${x} ${y}`, index);
  }
  const side = (index: number): [Point, Point] => [pointAt(points, index), pointAt(points, index + 1)];
  for (let one = 0; one < count; one += 1) {
    const [a, b] = side(one);
    // Neighbours share a corner, and overlap only if the second runs back.
    const [, after] = side((one + 1) % count);
    const isBack = (b[0] - a[0]) * (after[0] - b[0]) + (b[1] - a[1]) * (after[1] - b[1]) < 0;
    if (isBack && turn(a, b, after) === 0)
      return {
        text: `El borde vuelve sobre sí mismo en la esquina ${((one + 1) % count) + 1}; muévala o quítela`,
        at: [(one + 1) % count],
      };
    for (let other = one + 2; other < count; other += 1) {
      if (one === 0 && other === count - 1) continue;
      if (meet(a, b, ...side(other)))
        return {
          text: `El borde se cruza: el lado entre las esquinas ${one + 1} y ${one + 2} y el que sale de la ${other + 1}. Mueva una de ellas`,
          at: [one, one + 1, other, (other + 1) % count],
        };
    }
  }
  return undefined;
}

/** Whether a point is within a polygon or on its border. */
function encloses(points: readonly Point[], [x, y]: Point): boolean {
  let isInside = false;
  let a = pointAt(points, points.length - 1);
  for (const b of points) {
    if (turn(a, b, [x, y]) === 0 && isBetween(a, b, [x, y])) return true;
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) isInside = !isInside;
    a = b;
  }
  return isInside;
}

/**
 * @returns a function that finds the ids of the zones that a place is in. Places on a border are. An approximate place,
 * which is the centre of its district, is in none.
 */
export function zoneFinder<Id>(
  zones: readonly { id: Id; corners: readonly Corner[] }[],
): (place: Place & { approximate: boolean }) => Id[] {
  const prepared = zones.map(({ id, corners }) => {
    const points = pointsOf(corners);
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const corner: Point = [Math.min(...xs), Math.min(...ys)];
    return { id, points, box: [corner, [Math.max(...xs), Math.max(...ys)]] as const };
  });
  return ({ lat, lng, approximate }) => {
    if (approximate) return [];
    const point = pointOf(lat, lng);
    return prepared
      .filter(({ points, box }) => isBetween(...box, point) && encloses(points, point))
      .map(({ id }) => id);
  };
}

/**
 * @returns a place for the zone's label: its centroid, or for a bent zone, the middle of the widest part at the centroid's
 * latitude.
 */
export function labelPlace(corners: readonly Corner[]): Place {
  const points = pointsOf(corners);
  const [originX, originY] = points[0] ?? [0, 0];
  let [area, sumX, sumY] = [0, 0, 0];
  const crossings: number[] = [];
  for (const [index, b] of points.entries()) {
    const a = points.at(index - 1) ?? b;
    // Relative to the first corner: sums of absolute coordinates would lose the decimals.
    const part = (a[0] - originX) * (b[1] - originY) - (b[0] - originX) * (a[1] - originY);
    area += part;
    sumX += part * (a[0] + b[0] - 2 * originX);
    sumY += part * (a[1] + b[1] - 2 * originY);
  }
  if (area === 0) return { lat: originY / ZONE_UNITS, lng: originX / ZONE_UNITS };
  const [x, y] = [originX + sumX / (3 * area), originY + sumY / (3 * area)];
  const centroid = { lat: y / ZONE_UNITS, lng: x / ZONE_UNITS };
  if (encloses(points, [x, y])) return centroid;
  for (const [index, b] of points.entries()) {
    const a = points.at(index - 1) ?? b;
    if (a[1] > y !== b[1] > y) crossings.push(((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]);
  }
  crossings.sort((one, other) => one - other);
  let [west, east] = [x, x];
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const [from = x, to = x] = [crossings[at], crossings[at + 1]];
    if (to - from > east - west) [west, east] = [from, to];
  }
  return { lat: centroid.lat, lng: (west + east) / 2 / ZONE_UNITS };
}
