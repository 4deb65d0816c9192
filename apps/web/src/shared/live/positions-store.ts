import { type CourierPosition } from '@despacho/contracts/dispatch';
import { createStore, useStore } from '../state/store.ts';

const byCourier = createStore<ReadonlyMap<string, CourierPosition>>(new Map());

/** Keeps the newer position of each courier: a new stream repeats the current ones. */
export function recordPositions(positions: readonly CourierPosition[]): void {
  const next = new Map(byCourier.get());
  for (const position of positions) {
    const before = next.get(position.courierId);
    if (!before || before.at < position.at) next.set(position.courierId, position);
  }
  byCourier.set(next);
}

/** Clears all positions, after a change of user. */
export function forgetPositions(): void {
  if (byCourier.get().size > 0) byCourier.set(new Map());
}

/** @returns the newest position of a courier; undefined without one, or without module M01. */
export const usePosition = (courierId: string): CourierPosition | undefined =>
  useStore(byCourier, (positions) => positions.get(courierId));
