/**
 * @returns coordinates for a map, or null for a missing or out-of-range number, and for 0 / 0, which hosts send when
 * the location is unknown.
 */
export function coordinatesOf(lat: unknown, lng: unknown): [lat: number, lng: number] | null {
  const [y, x] = [figure(lat), figure(lng)];
  if (y === null || x === null || Math.abs(y) > 85 || Math.abs(x) > 180 || (y === 0 && x === 0)) return null;
  return [y, x];
}

function figure(value: unknown): number | null {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}
