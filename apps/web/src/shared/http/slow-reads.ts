import { createStore, type ReadonlyStore } from '../state/store.ts';

/** Counts foreground reads that timed out at least once and are being retried. */
const slow = createStore(0);

/** @returns a function to call once, when the read is over. */
export function beginSlowRead(): () => void {
  slow.set(slow.get() + 1);
  return () => slow.set(slow.get() - 1);
}

/** Number of such reads. Above zero, a service does not respond. */
export const slowReads: ReadonlyStore<number> = slow;

/** Message shown meanwhile. */
export const SLOW_SERVICE = 'El servicio no responde';
