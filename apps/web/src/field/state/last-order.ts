import { createStore, useStore } from '#shared/state/store.ts';

/** How long the order of the stops can be undone, as at the desk. */
export const UNDO_MS = 30_000;

/** The courier's last change of the order. */
export interface LastOrder {
  /** Ids of the open stops before it. */
  before: readonly string[];
  /** The same stops as the courier ordered them. */
  stops: readonly string[];
  /** By the phone's clock, in epoch milliseconds. */
  at: number;
}

const last = createStore<{ order: LastOrder | null }>({ order: null });

export const useLastOrder = (): LastOrder | null => useStore(last, ({ order }) => order);

export function setLastOrder(order: LastOrder | null): void {
  last.set({ order });
}
