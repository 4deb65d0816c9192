import { isInPeru } from '@despacho/contracts/dispatch';

/**
 * @returns coordinates for a map, or null for a missing number and for a place outside of the country, such as 0 / 0,
 * which hosts send when the location is unknown.
 */
export function coordinatesOf(lat: unknown, lng: unknown): [lat: number, lng: number] | null {
  const [y, x] = [figure(lat), figure(lng)];
  if (y === null || x === null || !isInPeru({ lat: y, lng: x })) return null;
  return [y, x];
}

function figure(value: unknown): number | null {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}
