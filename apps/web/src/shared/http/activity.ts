import { createStore, type ReadonlyStore } from '../state/store.ts';

/** Counts foreground requests for the loading bar; polling and streams do not count. */
const pending = createStore(0);

/** @returns a function to call when the request is over; further calls do nothing. */
export function beginActivity(): () => void {
  let over = false;
  pending.set(pending.get() + 1);
  return () => {
    if (over) return;
    over = true;
    pending.set(pending.get() - 1);
  };
}

/** The number of pending foreground requests. */
export const pendingRequests: ReadonlyStore<number> = pending;
