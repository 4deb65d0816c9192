/** A thousandth of a degree: about 110 m, finer than the source. */
export const UNITS_PER_DEGREE = 1000;

/** @returns a ring packed by `scripts/basemap.ts`, as [latitude, longitude] in degrees. */
export function unpackRing(steps: readonly number[]): [lat: number, lng: number][] {
  const ring: [number, number][] = [];
  let [lng, lat] = [0, 0];
  for (let index = 0; index + 1 < steps.length; index += 2) {
    lng += steps[index] ?? 0;
    lat += steps[index + 1] ?? 0;
    ring.push([lat / UNITS_PER_DEGREE, lng / UNITS_PER_DEGREE]);
  }
  return ring;
}
