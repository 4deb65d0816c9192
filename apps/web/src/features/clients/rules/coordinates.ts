/**
 * @returns a point that a map can show, or null: a missing figure, one out of range, and 0 / 0, which is what a host
 * writes when it does not know (nobody delivers in the Gulf of Guinea).
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
