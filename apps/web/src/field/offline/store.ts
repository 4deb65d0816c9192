import { createStore } from '#shared/state/store.ts';
import { type PhoneState, type QueueView, type RouteView } from './types.ts';

/** The data of the screens. Each part is replaced as a whole when it changes. */
export interface Snapshot {
  phone: PhoneState;
  route: RouteView;
  queue: QueueView;
}

export const EMPTY_ROUTE: RouteView = {
  route: null,
  stops: [],
  ownOrder: null,
  reviews: [],
  clockOffsetMs: 0,
  online: true,
  problem: null,
  isReading: false,
};

export const snapshot = createStore<Snapshot>({
  phone: { name: 'opening' },
  route: EMPTY_ROUTE,
  queue: { items: [], minutes: 0, others: 0 },
});

export function setSnapshot(changes: Partial<Snapshot>): void {
  snapshot.set({ ...snapshot.get(), ...changes });
}
