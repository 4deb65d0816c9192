import { type CourierPosition, metersBetween } from '@despacho/contracts/dispatch';
import { createStore, type ReadonlyStore, useStore } from '../state/store.ts';

/** The newest position of a courier. */
export interface LivePosition extends CourierPosition {
  /** Direction of the last movement in degrees from north, clockwise; null until the courier moves. */
  heading: number | null;
}

/** Meters. A shorter step may be the error of a receiver that stands still, and has no direction. */
export const SHORTEST_STEP = 15;

/** A courier on the way without a sign of life for longer than this is silent, in milliseconds. */
export const SILENT_MS = 10 * 60_000;

const byCourier = createStore<ReadonlyMap<string, LivePosition>>(new Map());

/** The newest positions by courier, of all offices whose events are received. */
export const positions: ReadonlyStore<ReadonlyMap<string, LivePosition>> = byCourier;

type Place = Pick<CourierPosition, 'lat' | 'lng'>;

/** @returns the direction from one place to another, in degrees from north, clockwise. */
export function bearing(from: Place, to: Place): number {
  const east = (to.lng - from.lng) * Math.cos((to.lat * Math.PI) / 180);
  return ((Math.atan2(east, to.lat - from.lat) * 180) / Math.PI + 360) % 360;
}

/** Keeps the newer position of each courier: a new stream repeats the current ones. */
export function recordPositions(moved: readonly CourierPosition[]): void {
  const next = new Map(byCourier.get());
  for (const position of moved) {
    const before = next.get(position.courierId);
    if (before && before.at >= position.at) continue;
    const hasMoved = before && metersBetween(before, position) >= SHORTEST_STEP;
    next.set(position.courierId, {
      ...position,
      heading: hasMoved ? bearing(before, position) : (before?.heading ?? null),
    });
  }
  byCourier.set(next);
}

/** Clears all positions, after a change of user. */
export function forgetPositions(): void {
  if (byCourier.get().size > 0) byCourier.set(new Map());
}

/** @returns the newest position of a courier; undefined without one, or without module M01. */
export const usePosition = (courierId: string): LivePosition | undefined =>
  useStore(byCourier, (all) => all.get(courierId));
