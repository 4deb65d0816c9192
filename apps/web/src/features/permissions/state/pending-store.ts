import { useCallback, useSyncExternalStore } from 'react';
import { NOTHING_PENDING, type Pending } from '../rules/pending.ts';

type Change = (pending: Pending) => Pending;

const kept = new Map<string, Pending>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @returns the pending changes stored under `key`. */
export const pendingOf = (key: string): Pending => kept.get(key) ?? NOTHING_PENDING;

function changePending(key: string, change: Change): void {
  const next = change(pendingOf(key));
  if (next.size > 0) kept.set(key, next);
  else kept.delete(key);
  for (const listener of listeners) listener();
}

/**
 * Unsaved changes, stored outside the component so that they survive a new sign-in after the session expired. `key`
 * names the signed-in user and the office, so that they are never shown to another user.
 */
export function usePending(key: string): readonly [Pending, (change: Change) => void] {
  const pending = useSyncExternalStore(subscribe, () => pendingOf(key));
  const change = useCallback(
    (how: Change) => {
      changePending(key, how);
    },
    [key],
  );
  return [pending, change];
}
