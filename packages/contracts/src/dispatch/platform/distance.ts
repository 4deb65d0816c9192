/** A point on the earth, in degrees. */
export interface Point {
  lat: number;
  lng: number;
}

/** Meters of a degree of latitude. */
export const DEGREE_METERS = 111_195;

/** @returns the distance as the crow flies in meters, exact enough within a country. */
export function metersBetween(one: Point, other: Point): number {
  const east = (other.lng - one.lng) * Math.cos((((one.lat + other.lat) / 2) * Math.PI) / 180);
  return Math.hypot(east, other.lat - one.lat) * DEGREE_METERS;
}
