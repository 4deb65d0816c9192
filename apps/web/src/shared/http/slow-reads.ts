import { createStore, type ReadonlyStore } from '../state/store.ts';

/** Counts foreground reads that timed out at least once and are being retried. */
const slow = createStore(0);

/** @returns a function to call when the read is over; further calls do nothing. */
export function beginSlowRead(): () => void {
  let over = false;
  slow.set(slow.get() + 1);
  return () => {
    if (over) return;
    over = true;
    slow.set(slow.get() - 1);
  };
}

/** Number of such reads. Above zero, a service does not respond. */
export const slowReads: ReadonlyStore<number> = slow;

/** Message shown meanwhile. */
export const SLOW_SERVICE = 'El servicio no responde. Reintentando…';
