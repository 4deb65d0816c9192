import { type CourierPosition, metersBetween, POSITIONS_PER_MESSAGE } from '@despacho/contracts/dispatch';
import { createStore, type ReadonlyStore, useStore } from '../state/store.ts';

/** The newest position of a courier. */
export interface LivePosition extends CourierPosition {
  /** Direction of the last movement in degrees from north, clockwise; null until the courier moves. */
  heading: number | null;
  officeId: string;
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

/** Offices whose current positions the open stream has repeated. */
const repeated = new Set<string>();

/** A new stream was opened: its first message about each office repeats all positions of that office. */
export const restartPositions = (): void => repeated.clear();

/**
 * Keeps the newer position of each courier. The first message of a new stream also forgets the couriers of the office that
 * it does not repeat, so that none stays where he was before an interruption.
 */
export function recordPositions(moved: readonly CourierPosition[], officeId = ''): void {
  const present = new Set(moved.map(({ courierId }) => courierId));
  const isComplete = !repeated.has(officeId) && moved.length < POSITIONS_PER_MESSAGE;
  repeated.add(officeId);
  const next = new Map(
    [...byCourier.get()].filter(([id, known]) => !isComplete || known.officeId !== officeId || present.has(id)),
  );
  for (const position of moved) {
    const before = next.get(position.courierId);
    if (before && before.at >= position.at) continue;
    const hasMoved = before && metersBetween(before, position) >= SHORTEST_STEP;
    next.set(position.courierId, {
      ...position,
      officeId,
      heading: hasMoved ? bearing(before, position) : (before?.heading ?? null),
    });
  }
  byCourier.set(next);
}

/** Clears all positions, after a change of user. */
export function forgetPositions(): void {
  repeated.clear();
  if (byCourier.get().size > 0) byCourier.set(new Map());
}

/** @returns the newest position of a courier; undefined without one, or without module M01. */
export const usePosition = (courierId: string): LivePosition | undefined =>
  useStore(byCourier, (all) => all.get(courierId));
