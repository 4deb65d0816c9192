/** Counts foreground requests for the loading bar; polling and streams do not count. */
const listeners = new Set<() => void>();
let pending = 0;

const change = (by: 1 | -1): void => {
  pending += by;
  for (const listener of listeners) listener();
};

/** @returns a function to call when the request is over; further calls do nothing. */
export function beginActivity(): () => void {
  let over = false;
  change(1);
  return () => {
    if (over) return;
    over = true;
    change(-1);
  };
}

/** @returns the number of pending foreground requests. */
export const pendingRequests = (): number => pending;

/** @returns a function that unsubscribes. Fits `useSyncExternalStore`. */
export function subscribeActivity(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
