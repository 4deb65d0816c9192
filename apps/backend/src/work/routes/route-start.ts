import { type CourierSettings, type Point } from '@despacho/contracts/dispatch';

/** How long a courier's last position says where a route starts, in milliseconds. */
const POSITION_MS = 30 * 60_000;

/**
 * @param office its settings.
 * @param last the newest position of the courier; undefined without one.
 * @returns where the courier's route starts: at the starting point of the office, otherwise at the position of the past 30
 * minutes; null if neither is known, for a start at the first stop.
 */
export function routeStart(
  { startingPoint }: Pick<CourierSettings, 'startingPoint'>,
  last: (Point & { at: Date }) | undefined,
  now: Date,
): Point | null {
  if (startingPoint) return { lat: startingPoint.lat, lng: startingPoint.lng };
  return last && now.getTime() - last.at.getTime() <= POSITION_MS ? { lat: last.lat, lng: last.lng } : null;
}
