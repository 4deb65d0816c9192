/** A point on the earth, in degrees. */
export interface Point {
  lat: number;
  lng: number;
}

const EARTH_METERS = 6_371_000;

/** @returns the distance as the crow flies, in meters. */
export function metersBetween(one: Point, other: Point): number {
  const radians = Math.PI / 180;
  const x = (other.lng - one.lng) * radians * Math.cos(((one.lat + other.lat) / 2) * radians);
  const y = (other.lat - one.lat) * radians;
  return Math.hypot(x, y) * EARTH_METERS;
}

/** @returns a distance as couriers say it: «80 m», «450 m», «1.2 km», «14 km». */
export function distanceText(meters: number): string {
  if (meters < 950)
    return `${Math.max(10, Math.round(meters / (meters < 100 ? 10 : 50)) * (meters < 100 ? 10 : 50))} m`;
  return `${meters < 9950 ? (meters / 1000).toFixed(1) : Math.round(meters / 1000)} km`;
}
