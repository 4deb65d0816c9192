/** Counts the requests in flight that a person waits for. The loading bar reads it; polling and streams stay out of it. */
const listeners = new Set<() => void>();
let pending = 0;

const change = (by: 1 | -1): void => {
  pending += by;
  for (const listener of listeners) listener();
};

/** @returns a function to call once the request is over; calling it again does nothing. */
export function beginActivity(): () => void {
  let over = false;
  change(1);
  return () => {
    if (over) return;
    over = true;
    change(-1);
  };
}

/** @returns how many requests a person is waiting for now. */
export const pendingRequests = (): number => pending;

/** @returns a function that ends the subscription. Fits `useSyncExternalStore`. */
export function subscribeActivity(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
