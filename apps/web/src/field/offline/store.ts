import { type PhoneState, type QueueView, type RouteView } from './types.ts';

/** What the screens show. Each part is replaced as a whole when it changes. */
export interface Snapshot {
  phone: PhoneState;
  route: RouteView;
  queue: QueueView;
}

export const EMPTY_ROUTE: RouteView = {
  route: null,
  loadedAt: 0,
  stops: [],
  reviews: [],
  clockOffsetMs: 0,
  online: true,
  problem: null,
  isReading: false,
};

let snapshot: Snapshot = {
  phone: { name: 'opening' },
  route: EMPTY_ROUTE,
  queue: { items: [], minutes: 0, others: 0 },
};
const listeners = new Set<() => void>();

export const readSnapshot = (): Snapshot => snapshot;

export function setSnapshot(changes: Partial<Snapshot>): void {
  snapshot = { ...snapshot, ...changes };
  for (const listener of listeners) listener();
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
