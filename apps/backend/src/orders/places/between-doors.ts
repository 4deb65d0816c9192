import {
  DEGREE_RADIUS,
  exactAs,
  type Exactness,
  isExactDegree,
  metersBetween,
  NEIGHBOURHOOD_RADIUS,
  type PlaceDegree,
  type Point,
  STREET_RADIUS,
} from '@despacho/contracts/dispatch';
import { type DoorRow } from './door-of.ts';

/** A place, how exactly it is known, and whether visits contradict it. */
export type ExactPoint = Point & Exactness & { isContested?: boolean };

/** A known door or lot. */
export interface KnownDoor extends Point {
  number: number;
}

/** The extent of some known doors. */
export interface Extent {
  doors: number;
  /** From the lowest number to the highest. */
  numbers: number;
  south: number;
  west: number;
  north: number;
  east: number;
}

/** The known doors nearest to a number of a street or lot of a manzana, by number. */
export interface Neighbours {
  below: KnownDoor | null;
  above: KnownDoor | null;
  /** The same on the side of the street with that number, even or odd. */
  sameBelow: KnownDoor | null;
  sameAbove: KnownDoor | null;
}

/** Known doors of one street that are further apart are not neighbours: in numbers, and in meters. */
const MAX_NUMBERS = 200;
const MAX_METERS = 400;

/** The fewest known doors that say how large an urbanización is, or how far apart the numbers of a street are. */
const MIN_DOORS = 3;

/**
 * A block has a hundred numbers and is about as many meters long, at most twice. The meters of a number between known doors
 * are not those of the next block.
 */
const [MOST_METERS, BEYOND_MARGIN] = [2, 1.5];

const corners = ({ south, west, north, east }: Extent): [Point, Point] => [
  { lat: south, lng: west },
  { lat: north, lng: east },
];

const centreOf = ({ south, west, north, east }: Extent): Point => ({
  lat: (south + north) / 2,
  lng: (west + east) / 2,
});

/** @returns the meters between the corners of an extent. */
const lengthOf = (extent: Extent): number => metersBetween(...corners(extent));

/** @returns the extent of all. */
const joined = (extents: readonly Extent[]): Extent => ({
  doors: extents.reduce((sum, { doors }) => sum + doors, 0),
  numbers: Math.max(...extents.map(({ numbers }) => numbers)),
  south: Math.min(...extents.map(({ south }) => south)),
  west: Math.min(...extents.map(({ west }) => west)),
  north: Math.max(...extents.map(({ north }) => north)),
  east: Math.max(...extents.map(({ east }) => east)),
});

function between(below: KnownDoor, above: KnownDoor, number: number): Point {
  const share = (number - below.number) / (above.number - below.number);
  return { lat: below.lat + share * (above.lat - below.lat), lng: below.lng + share * (above.lng - below.lng) };
}

const about = ({ lat, lng }: Point, degree: PlaceDegree, radius: number): ExactPoint => ({
  lat,
  lng,
  degree,
  source: 'interpolada',
  radius: Math.round(radius),
});

const onStreet = (at: Point, radius: number): ExactPoint =>
  about(at, 'calle', Math.min(STREET_RADIUS.most, Math.max(DEGREE_RADIUS.cuadra, radius)));

function onBlock({ lat, lng }: Point): ExactPoint {
  return { lat, lng, ...exactAs('cuadra', 'interpolada') };
}

/** @returns the place of a number of a street: never exact outside of two known doors of its side. */
function ofNumber(number: number | null, near: Neighbours, street: Extent): ExactPoint {
  const unknown = Math.max(STREET_RADIUS.unknown, lengthOf(street) / 2);
  if (number === null) return onStreet(centreOf(street), unknown);
  const { below, above, sameBelow, sameAbove } = near;
  if (sameBelow && sameAbove && sameAbove.number - sameBelow.number <= MAX_NUMBERS) {
    const at = between(sameBelow, sameAbove, number);
    const meters = metersBetween(sameBelow, sameAbove);
    return meters <= MAX_METERS ? onBlock(at) : onStreet(at, meters / 2);
  }
  if (below && above) return onStreet(between(below, above, number), metersBetween(below, above) / 2);
  const nearest = below ?? above;
  if (!nearest) return onStreet(centreOf(street), unknown);
  const known = BEYOND_MARGIN * Math.max(1, lengthOf(street) / Math.max(1, street.numbers));
  return onStreet(nearest, Math.abs(number - nearest.number) * (street.doors < MIN_DOORS ? MOST_METERS : known));
}

/** @returns the place of a lot: exact only with two known lots of its manzana. */
function ofLot(number: number | null, near: Neighbours, block: Extent | undefined, area: Extent): ExactPoint {
  const spread = Math.max(area.doors < MIN_DOORS ? STREET_RADIUS.unknown : NEIGHBOURHOOD_RADIUS, lengthOf(area));
  if (!block) return about(centreOf(area), 'urbanizacion', spread);
  const { below, above } = near;
  const at = number !== null && below && above ? between(below, above, number) : (below ?? above ?? centreOf(block));
  if (block.doors > 1 && lengthOf(block) <= MAX_METERS) return onBlock(at);
  return about(at, 'urbanizacion', Math.max(NEIGHBOURHOOD_RADIUS, lengthOf(block)));
}

const NO_NEIGHBOURS: Neighbours = { below: null, above: null, sameBelow: null, sameAbove: null };

/**
 * Places an address between known doors.
 * @param known the extents of the known doors of its street by manzana, which is empty for numbers of the street.
 * @returns undefined if no door of its street or urbanización is known.
 */
export function placeBetween(
  { block, number }: DoorRow,
  known: ReadonlyMap<string, Extent>,
  near: Neighbours = NO_NEIGHBOURS,
): ExactPoint | undefined {
  const own = block === null ? undefined : known.get(block);
  if (block === '') return own && ofNumber(number, near, own);
  return known.size === 0 ? undefined : ofLot(number, near, own, joined([...known.values()]));
}

/** @returns the best of some places: the first exact one, otherwise that with the smallest radius. */
export const bestOf = (places: readonly ExactPoint[]): ExactPoint | undefined =>
  places.find(({ degree }) => isExactDegree(degree)) ?? places.toSorted((one, other) => one.radius - other.radius)[0];
